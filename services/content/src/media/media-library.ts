import { Injectable } from '@nestjs/common';
import { type AnswerOf, catalog, content, holds, type QueryOf } from '@shop/contracts';
import { AuditTrail, Clock, Failure, forbidden, invalidField, type Session, Transactions } from '@shop/service-kit';
import { ImagesService } from '../images/images.service.ts';
import { RecipientsService } from '../recipients/recipients.service.ts';
import { VIDEO_TYPE, VideosService } from '../videos/videos.service.ts';
import { MediaUses, type ShownUse } from './media-uses.ts';
import type { LibraryMedium } from './media.service.ts';
import { sourceOf } from './uploaded.ts';

/** Of a picture that everything shows, these say enough. */
const MOST_USES = 20;
/** Of one on its own. */
const MOST_SHOWN = 500;

type Moved = AnswerOf<typeof content.replaceMedium>;

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
    page,
    limit,
    q,
    ...asked
  }: QueryOf<typeof content.listMedia>): Promise<{ media: content.MediumOfLibrary[]; totalCount: number }> {
    const service = this.#of(kind);
    const choice = { source, ...asked, ...(q && { among: await this.#namesOf(kind, q) }) };
    // Without more the index has the order.
    const isPlain = !q && !asked.usedBy && !asked.doubles && !asked.sort;
    const { media, totalCount } = isPlain
      ? await service.page(source, { use: asked.use, page, limit })
      : await service.chosenPage(choice, { page, limit });
    return { media: await this.#viewsOf(kind, media), totalCount };
  }

  /** @throws Failure `image.not-found`, `video.not-found` */
  async one(kind: content.LibraryKind, name: string): Promise<AnswerOf<typeof content.getMedium>> {
    const service = this.#of(kind);
    const found = await service.find(name);
    const same = (await service.doublesOf([found])).get(name) ?? [];
    const [[medium], others, uses] = await Promise.all([
      this.#viewsOf(kind, [found]),
      this.#viewsOf(kind, same),
      this.uses.of([service.addressOf(name)]),
    ]);
    const shown = uses?.get(service.addressOf(name)) ?? [];
    return {
      ...{ medium: medium!, same: others },
      ...(uses && { shown: shown.slice(0, MOST_SHOWN).map(({ address: _, ...one }) => one) }),
    };
  }

  /** The file itself. @throws Failure `image.not-found`, `video.not-found` */
  original(kind: content.LibraryKind, name: string): Promise<{ type: string; bytes: Buffer }> {
    return this.#of(kind).originalOf(name);
  }

  /**
   * Shows another file wherever this one is shown. A picture of a shopper's review stays: another one would not be theirs.
   * @throws Failure `image.not-found`, `video.not-found`, `media.kept-changing`; `request.invalid` at `by`; `session.forbidden` for a place
   *   that the actor may not change, before anything is
   * @throws CallError without an answer of catalog
   */
  async replace(actor: Session, kind: content.LibraryKind, name: string, by: string): Promise<Moved> {
    const service = this.#of(kind);
    await service.find(name);
    const src = service.addressOf(name);
    if (by === src) throw invalidField('by', 'Choose another file');
    // The name of a file of the other kind is none of this one's.
    if (!by.startsWith(service.addressOf('')) || !(await service.keep(by))) {
      throw invalidField('by', 'This file is not there any more');
    }
    const result = await this.#move(actor, { from: [src], to: by, alsoReviews: false });
    await this.transactions.run((session) =>
      this.audit.record(session, actor, {
        ...{ action: 'media.replaced', subject: 'media', subjectId: name },
        ...{ before: { address: src }, after: { address: by, changed: wordsOf(result.moved) } },
      }),
    );
    return result;
  }

  /**
   * Keeps one of several files with the same content: everything that shows the others shows it, and the library has them no more. They
   * are removed by `UnusedMedia`: pages that are open, and orders, go on showing them.
   * @throws Failure `image.not-found`, `video.not-found`, `media.not-same`, `media.kept-changing`; `session.forbidden` as above
   * @throws CallError without an answer of catalog
   */
  async keepOne(actor: Session, kind: content.LibraryKind, name: string, addresses: string[]): Promise<Moved> {
    const service = this.#of(kind);
    const kept = await service.find(name);
    const same = new Map(
      ((await service.doublesOf([kept])).get(name) ?? []).map(({ _id }) => [service.addressOf(_id), _id]),
    );
    const from = [...new Set(addresses)];
    if (from.some((address) => !same.has(address))) throw new Failure('media.not-same');
    const to = service.addressOf(name);
    if (!(await service.keep(to))) throw new Failure('media.not-same');
    const result = await this.#move(actor, { from, to, alsoReviews: true });
    await this.transactions.run(async (session) => {
      await service.retire(
        from.map((address) => same.get(address)!),
        session,
      );
      await this.audit.record(session, actor, {
        ...{ action: 'media.doubles-joined', subject: 'media', subjectId: name },
        before: { addresses: [to, ...from] },
        after: { addresses: [to], changed: wordsOf(result.moved) },
      });
    });
    return result;
  }

  async #move(
    actor: Session,
    { from, to, alsoReviews }: { from: string[]; to: string; alsoReviews: boolean },
  ): Promise<Moved> {
    const shown = await this.uses.allOf(from);
    const kinds = new Set(shown.map(({ use }) => use.kind).filter((kind) => kind !== 'order'));
    if (!alsoReviews) kinds.delete('review');
    for (const kind of kinds) {
      const permission = catalog.MEDIA_USE_PERMISSIONS[kind];
      if (!holds(actor.permissions, permission)) throw forbidden(actor, permission);
    }
    const moved = await this.uses.move(actor, { from, to, kinds: [...kinds] });
    const left = (await this.uses.allOf(from)).map(({ use }) => use);
    return { moved: moved.slice(0, MOST_SHOWN), left: left.slice(0, MOST_SHOWN) };
  }

  async #viewsOf(kind: content.LibraryKind, media: readonly LibraryMedium[]): Promise<content.MediumOfLibrary[]> {
    const service = this.#of(kind);
    const [uses, doubles, people] = await Promise.all([
      this.uses.of(media.map(({ _id }) => service.addressOf(_id))),
      service.doublesOf(media),
      this.recipients.byIds(media.flatMap(({ uploadedBy }) => uploadedBy ?? [])),
    ]);
    return media.map((one) => {
      const { _id, original, width, height, type, uploadedAt, uploadedBy, unusedSince, isKept } = one;
      const source = one.source ?? sourceOf(_id);
      const src = service.addressOf(_id);
      const by = uploadedBy && people.get(uploadedBy)?.name;
      return {
        ...{ src, name: _id, kind, source: source === 'double' ? sourceOf(_id) : source },
        doubles: (doubles.get(_id) ?? []).map((other) => service.addressOf(other._id)),
        type: type ?? VIDEO_TYPE,
        ...(width !== undefined && height !== undefined && { width, height }),
        ...(original && { size: original.size }),
        ...(uploadedAt && { uploadedAt: uploadedAt.toISOString() }),
        ...(by && { uploadedBy: by }),
        ...(unusedSince && { unusedSince: unusedSince.toISOString() }),
        ...(isKept && { isKept }),
        ...(uses && usesIn(uses.get(src) ?? [])),
      };
    });
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

  /** Names of those that something shows whose name has these words. @throws CallError without an answer of catalog */
  async #namesOf(kind: content.LibraryKind, q: string): Promise<ReadonlySet<string>> {
    const service = this.#of(kind);
    const folder = service.addressOf('');
    const addresses = await this.uses.addressesOf(q);
    return new Set(addresses.flatMap((address) => (address.startsWith(folder) ? [address.slice(folder.length)] : [])));
  }

  #of(kind: content.LibraryKind): ImagesService | VideosService {
    return kind === 'images' ? this.images : this.videos;
  }
}

function usesIn(found: readonly ShownUse[]): Pick<content.MediumOfLibrary, 'uses' | 'useCount' | 'alt'> {
  const alt = found.find((one) => one.alt)?.alt;
  return { uses: found.slice(0, MOST_USES).map(({ use }) => use), useCount: found.length, ...(alt && { alt }) };
}

const wordsOf = (uses: readonly catalog.MediaUse[]): string[] => uses.map(({ kind, label }) => `${kind} ${label}`);
