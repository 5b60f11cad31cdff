import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Jobs } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import type { Config } from '../variables.ts';
import { VideosService } from '../videos/videos.service.ts';
import { MediaUses } from './media-uses.ts';
import type { MediaService, MediaUse } from './media.service.ts';
import { UnusedObjects } from './unused-objects.ts';

const BATCH = 200;

/**
 * Writes down what kinds of things show an upload, and removes those that nothing has shown for a while. Each run asks catalog, and looks at posts and banners: what nothing shows is marked
 * with the time, and removed when it is still not shown hours later, with its objects, unless staff keep it in the library. Without an answer of catalog nothing is removed.
 */
@Injectable()
export class UnusedMedia implements OnModuleInit {
  constructor(
    private readonly images: ImagesService,
    private readonly videos: VideosService,
    private readonly objects: UnusedObjects,
    private readonly uses: MediaUses,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.addRecurring({
      name: 'unused-media',
      everyMs: this.config.UNUSED_MEDIA_SWEEP,
      retry: { firstMs: 1_000, maxMs: 300_000 },
      leaseMs: 600_000,
      run: async () => {
        for (const media of [this.images, this.videos]) {
          await this.#sweep(media);
          await this.objects.remove(media);
        }
      },
    });
  }

  async #sweep(
    media: Pick<
      MediaService<{ _id: string; bytes: Buffer }>,
      'addressOf' | 'uploadsAfter' | 'mark' | 'markUses' | 'removeUnused'
    >,
  ) {
    let last = '';
    for (;;) {
      const batch = await media.uploadsAfter(last, BATCH);
      if (batch.length === 0) return;
      last = batch.at(-1)!._id;
      const shown = await this.uses.kindsOf(batch.map(({ _id }) => media.addressOf(_id)));
      const [used, unused] = [true, false].map((isShown) =>
        batch.filter(({ _id }) => shown.has(media.addressOf(_id)) === isShown),
      ) as [MediaUse[], MediaUse[]];
      const kindsOf = ({ _id }: MediaUse) => shown.get(media.addressOf(_id)) ?? '';
      const changed = batch.filter((one) => (one.usedBy ?? '') !== kindsOf(one));
      for (const [kinds, these] of Map.groupBy(changed, kindsOf)) await media.markUses(namesOf(these), kinds);
      const now = this.clock.now();
      await media.mark(namesOf(used.filter(({ unusedSince }) => unusedSince)), undefined);
      await media.mark(namesOf(unused.filter(({ unusedSince }) => !unusedSince)), now);
      const before = now.getTime() - this.config.UNUSED_MEDIA_KEPT;
      for (const { _id, unusedSince, isKept } of unused) {
        if (!isKept && unusedSince && unusedSince.getTime() <= before) await media.removeUnused(_id, unusedSince);
      }
    }
  }
}

const namesOf = (media: readonly MediaUse[]): string[] => media.map(({ _id }) => _id);
