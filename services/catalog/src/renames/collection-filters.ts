import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { Edits } from '@shop/service-kit';
import type { ClientSession, Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { Collection } from '../collections/collection.schema.ts';
import { collectionForStaffOf } from '../collections/collection.view.ts';
import { FACET_OF } from './option-fields.ts';
import type { Named, Renamed } from './rename.schema.ts';

/** Where collections name what is renamed: in their filters, and their picked groups. */
@Injectable()
export class CollectionFilters {
  constructor(
    @InjectModel('Collection') private readonly collections: Model<Collection>,
    private readonly edits: Edits,
  ) {}

  /** Filters find the new name at once, and the old one as well until no product has it. */
  async begin({ what, from, to, userId }: Renamed, session: ClientSession): Promise<void> {
    const place = placeOf(what);
    if (place) {
      const where = { ...place.where, [place.field]: from };
      await this.#change(where, { $set: { [place.field]: to } }, userId, session);
    }
    const value = valueOf(what, from, to);
    if (!value) return;
    const { field } = value;
    await this.#change({ [field]: value.from }, { $addToSet: { [field]: value.to } }, userId, session);
  }

  /** No product has the old name any more. */
  async finish({ what, from, to, userId }: Renamed, session: ClientSession): Promise<void> {
    const value = valueOf(what, from, to);
    if (!value) return;
    await this.#change({ [value.field]: value.from }, { $pull: { [value.field]: value.from } }, userId, session);
  }

  /** A group whose pieces are all in another one now. */
  async movePicks(from: string, to: string, userId: string, session: ClientSession): Promise<void> {
    for (const { _id, picks } of await this.collections.find({ picks: from }).session(session).lean<Collection[]>()) {
      const moved = [...new Set(picks.map((group) => (group === from ? to : group)))];
      await this.#change({ _id }, { picks: moved }, userId, session);
    }
  }

  async #change(
    where: QueryFilter<Collection>,
    change: UpdateQuery<Collection>,
    userId: string | undefined,
    session: ClientSession,
  ): Promise<void> {
    const before = await this.collections.find(where).session(session).lean<Collection[]>();
    if (before.length === 0) return;
    const chosen = { _id: { $in: before.map(({ _id }) => _id) } };
    await this.collections.updateMany(chosen, change, { session });
    if (userId === undefined) return;
    const now = await this.collections.find(chosen).session(session).lean<Collection[]>();
    const byId = new Map(now.map((collection) => [String(collection._id), collection]));
    await this.edits.keepAll(
      session,
      { actor: { userId }, subject: 'collection' },
      before.map((collection) => {
        const id = String(collection._id);
        return { id, before: collectionForStaffOf(collection), after: collectionForStaffOf(byId.get(id)!) };
      }),
    );
  }
}

function placeOf(what: Named): { field: string; where: Record<string, string> } | undefined {
  if (what === 'category') return { field: 'filter.category.main', where: {} };
  if (what === 'material') return { field: 'filter.material.tag', where: {} };
  const [, below, main] = /^(sub-category|sub-tag) of (.+)$/u.exec(what) ?? [];
  if (main === undefined) return undefined;
  return below === 'sub-category'
    ? { field: 'filter.category.sub', where: { 'filter.category.main': main } }
    : { field: 'filter.material.sub', where: { 'filter.material.tag': main } };
}

function valueOf(what: Named, from: string, to: string): { field: string; from: string; to: string } | undefined {
  const facet =
    what === 'material'
      ? 'metal'
      : what.startsWith('option ')
        ? FACET_OF[what.slice('option '.length) as catalog.OptionKind]
        : undefined;
  const [old, now] = [catalog.facetValueOf(from), catalog.facetValueOf(to)];
  return facet && old !== now ? { field: `filter.${facet}`, from: old, to: now } : undefined;
}
