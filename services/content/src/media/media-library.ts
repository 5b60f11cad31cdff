import { Injectable } from '@nestjs/common';
import { content, type QueryOf } from '@shop/contracts';
import { AuditTrail, Clock, Failure, type Session, Transactions } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import { RecipientsService } from '../recipients/recipients.service.ts';
import { VideosService } from '../videos/videos.service.ts';
import { MediaUses } from './media-uses.ts';
import type { LibraryMedium } from './media.service.ts';
import { sourceOf } from './uploaded.ts';

/** Of a picture that everything shows, these say enough. */
const MOST_USES = 20;

/** What staff see of pictures and clips. */
@Injectable()
export class MediaLibrary {
  constructor(
    private readonly images: ImagesService,
    private readonly videos: VideosService,
    private readonly uses: MediaUses,
    private readonly recipients: RecipientsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list({
    kind,
    source,
    ...asked
  }: QueryOf<typeof content.listMedia>): Promise<{ media: content.MediumOfLibrary[]; totalCount: number }> {
    const service = this.#of(kind);
    const { media, totalCount } = await service.page(source, asked);
    const [uses, doubles, people] = await Promise.all([
      this.uses.of(media.map(({ _id }) => service.addressOf(_id))),
      service.doublesOf(media),
      this.recipients.byIds(media.flatMap(({ uploadedBy }) => uploadedBy ?? [])),
    ]);
    const view = (one: LibraryMedium): content.MediumOfLibrary => {
      const { _id, original, width, height, uploadedAt, uploadedBy, unusedSince } = one;
      const src = service.addressOf(_id);
      const by = uploadedBy && people.get(uploadedBy)?.name;
      return {
        ...{ src, name: _id, kind, source: one.source ?? sourceOf(_id), doubles: doubles.get(_id) ?? [] },
        ...(width !== undefined && height !== undefined && { width, height }),
        ...(original && { size: original.size }),
        ...(uploadedAt && { uploadedAt: uploadedAt.toISOString() }),
        ...(by && { uploadedBy: by }),
        ...(unusedSince && { unusedSince: unusedSince.toISOString() }),
        ...(uses && { uses: (uses.get(src) ?? []).slice(0, MOST_USES) }),
      };
    };
    return { media: media.map(view), totalCount };
  }

  /**
   * By the rule of `UnusedMedia`: it is marked, what shows it is asked, and it goes if the mark is still there. An upload of the same takes
   * the mark off.
   * @throws Failure `media.in-use`, `media.of-demo`, `image.not-found`, `video.not-found`
   * @throws CallError without an answer of catalog
   */
  async remove(actor: Session, kind: content.LibraryKind, name: string): Promise<void> {
    const service = this.#of(kind);
    const found = await service.find(name);
    if (sourceOf(name) === 'demo') throw new Failure('media.of-demo');
    const unusedSince = found.unusedSince ?? this.clock.now();
    if (!found.unusedSince) await service.mark([name], unusedSince);
    const src = service.addressOf(name);
    const shown = await this.uses.shownAmong([src]);
    if (shown.size > 0) {
      await service.mark([name], undefined);
      throw new Failure('media.in-use');
    }
    await this.transactions.run(async (session) => {
      if (!(await service.removeUnused(name, unusedSince, session))) throw new Failure('media.in-use');
      await this.audit.record(session, actor, {
        ...{ action: 'media.removed', subject: 'media', subjectId: name },
        before: { address: src, size: found.original?.size, uploadedAt: found.uploadedAt?.toISOString() },
        after: null,
      });
    });
  }

  #of(kind: content.LibraryKind): ImagesService | VideosService {
    return kind === 'images' ? this.images : this.videos;
  }
}
