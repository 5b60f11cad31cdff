import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import type { ClientSession, Model } from 'mongoose';
import type { Collection } from '../collections/collection.schema.ts';
import type { Named } from './rename.schema.ts';

/** Facets whose values are those of an option list. */
const FACETS: Partial<Record<catalog.OptionKind, catalog.Facet>> = {
  'metal-purity': 'purity',
  'metal-tone': 'tone',
  stonetype: 'stone',
  'stone-shape': 'shape',
  occasion: 'occasion',
  'ring-size': 'size',
  'bracelet-size': 'size',
  'necklace-size': 'size',
  'chain-length': 'size',
  'earring-size': 'size',
  'pendant-size': 'size',
};

/** Where collections name what is renamed: in their filters, and their picked groups. */
@Injectable()
export class CollectionFilters {
  constructor(@InjectModel('Collection') private readonly collections: Model<Collection>) {}

  /** Filters find the new name at once, and the old one as well until no product has it. */
  async begin(what: Named, from: string, to: string, session: ClientSession): Promise<void> {
    const place = placeOf(what);
    if (place) {
      const where = { ...place.where, [place.field]: from };
      await this.collections.updateMany(where, { $set: { [place.field]: to } }, { session });
    }
    const value = valueOf(what, from, to);
    if (!value) return;
    const { field } = value;
    await this.collections.updateMany({ [field]: value.from }, { $addToSet: { [field]: value.to } }, { session });
  }

  /** No product has the old name any more. */
  async finish(what: Named, from: string, to: string, session: ClientSession): Promise<void> {
    const value = valueOf(what, from, to);
    if (!value) return;
    await this.collections.updateMany(
      { [value.field]: value.from },
      { $pull: { [value.field]: value.from } },
      { session },
    );
  }

  /** A group whose pieces are all in another one now. */
  async movePicks(from: string, to: string, session: ClientSession): Promise<void> {
    for (const { _id, picks } of await this.collections.find({ picks: from }).session(session).lean<Collection[]>()) {
      const moved = [...new Set(picks.map((group) => (group === from ? to : group)))];
      await this.collections.updateOne({ _id }, { picks: moved }, { session });
    }
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
        ? FACETS[what.slice('option '.length) as catalog.OptionKind]
        : undefined;
  const [old, now] = [catalog.facetValueOf(from), catalog.facetValueOf(to)];
  return facet && old !== now ? { field: `filter.${facet}`, from: old, to: now } : undefined;
}
