import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { catalog, paiseFrom, rupeesFrom } from '@shop/contracts';
import {
  AuditTrail,
  type Edit,
  Edits,
  Failure,
  formerNamesAfter,
  Outbox,
  type Session,
  Transactions,
} from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { OptionUses } from '../renames/option-uses.ts';
import { optionOf, RenamesService } from '../renames/renames.service.ts';
import { publishTaxonomyChanged } from '../taxonomy/taxonomy.events.ts';
import { extraPaise } from '../customizations/customization.schema.ts';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import { foldedValue, type Option } from './option.schema.ts';

interface Value {
  kind: catalog.OptionKind;
  value: string;
}

/** An entry with its value under one name for all lists. */
export interface OptionEntry {
  value: string;
  /** Rupees. */
  price: number;
  image?: string;
}

const auditedOf = ({ value, pricePaise, image }: Option) => ({
  value,
  price: rupeesFrom(extraPaise(pricePaise)),
  image,
});

/** The sixteen option lists and their changes by staff. */
@Injectable()
export class OptionsService {
  constructor(
    @InjectModel('Option') private readonly options: Model<Option>,
    private readonly uses: OptionUses,
    private readonly renames: RenamesService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  /** In the order of creation. */
  list(kind: catalog.OptionKind): Promise<Option[]> {
    return this.options.find({ kind }).sort({ _id: 1 }).lean<Option[]>();
  }

  /** Extra costs in paise by `priceKey`; values in no list are absent. One that is being renamed has the price of its new name. */
  async pricesOf(wanted: readonly Value[]): Promise<Map<string, number>> {
    const prices = await this.#listed(wanted);
    const missing = wanted.filter(({ kind, value }) => !prices.has(priceKey(kind, value)));
    for (const [kind, values] of Map.groupBy(missing, ({ kind }) => kind)) {
      const targets = await this.renames.targets(
        optionOf(kind),
        values.map(({ value }) => value),
      );
      const renamed = await this.#listed([...targets.values()].map((value) => ({ kind, value })));
      for (const [from, to] of targets) {
        const paise = renamed.get(priceKey(kind, to));
        if (paise !== undefined) prices.set(priceKey(kind, from), paise);
      }
    }
    return prices;
  }

  async #listed(wanted: readonly Value[]): Promise<Map<string, number>> {
    if (wanted.length === 0) return new Map();
    const byKind = [...Map.groupBy(wanted, ({ kind }) => kind)];
    const $or = byKind.map(([kind, values]) => ({ kind, value: { $in: values.map(({ value }) => value) } }));
    return pricesFrom(await this.options.find({ $or }).lean<Option[]>());
  }

  /** Values of the lists as they are in addresses, each with those that it had. */
  async inAddresses(kinds: readonly catalog.OptionKind[]): Promise<{ value: string; former: readonly string[] }[]> {
    const found = await this.options
      .find({ kind: { $in: kinds } })
      .select('value formerValues')
      .lean<Pick<Option, 'value' | 'formerValues'>[]>();
    return found.map(({ value, formerValues = [] }) => ({ value: catalog.facetValueOf(value), former: formerValues }));
  }

  /** @throws Failure `option.taken` */
  async create(
    actor: Pick<Session, 'userId'>,
    kind: catalog.OptionKind,
    entry: OptionEntry,
    transaction: ClientSession,
  ): Promise<Option> {
    await this.renames.requireFree(optionOf(kind), entry.value, transaction);
    await this.#take(kind, entry.value, transaction);
    const created = await failOnDuplicate('option.taken', async () => {
      const [option] = await this.options.create([{ kind, ...fieldsOf(entry) }], { session: transaction });
      return option!.toObject();
    });
    await this.#publishAndAudit(transaction, actor, 'created', null, created);
    return created;
  }

  /**
   * A value that products use is renamed only if they take the new one over.
   * @throws Failure `option.not-found`, `option.taken`, `option.in-use`, `document.changed`
   */
  change(
    actor: Pick<Session, 'userId'>,
    kind: catalog.OptionKind,
    id: string,
    { carryAlong, ...entry }: OptionEntry & { carryAlong: boolean },
    read: { version: string | undefined; view(option: Option): object & { version?: string } },
  ): Promise<Option> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(kind, id, session);
      const edit: Edit = { actor, subject: kind, id, version: read.version };
      await this.edits.require(session, edit, read.view(before));
      if (entry.value !== before.value) {
        await this.#rename(actor, kind, before.value, { to: entry.value, carryAlong }, session);
        await this.#take(kind, entry.value, session);
      }
      const { image, ...values } = fieldsOf(entry);
      const [was, now] = [catalog.facetValueOf(before.value), catalog.facetValueOf(entry.value)];
      const fields = { ...values, formerValues: formerNamesAfter(before.formerValues ?? [], was, now) };
      const update = image === undefined ? { ...fields, $unset: { image: 1 } } : { ...fields, image };
      const after = await failOnDuplicate('option.taken', () =>
        this.options.findByIdAndUpdate(id, update, { session, returnDocument: 'after' }).lean<Option>(),
      );
      await this.#publishAndAudit(session, actor, 'changed', before, after!);
      await this.edits.keep(session, edit, read.view(before), read.view(after!));
      return after!;
    });
  }

  /** @throws Failure `option.not-found`, `option.in-use` */
  async remove(actor: Pick<Session, 'userId'>, kind: catalog.OptionKind, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(kind, id, session);
      await this.#requireUnused(kind, before.value, session);
      await this.options.deleteOne({ _id: id }, { session });
      await this.#publishAndAudit(session, actor, 'removed', before, null);
    });
  }

  /** A value that one of the list takes leads to no other any more. */
  async #take(kind: catalog.OptionKind, value: string, session: ClientSession): Promise<void> {
    const formerValues = catalog.facetValueOf(value);
    await this.options.updateMany({ kind, formerValues }, { $pull: { formerValues } }, { session });
  }

  async #rename(
    { userId }: Pick<Session, 'userId'>,
    kind: catalog.OptionKind,
    from: string,
    { to, carryAlong }: { to: string; carryAlong: boolean },
    session: ClientSession,
  ): Promise<void> {
    await this.renames.requireFree(optionOf(kind), to, session, from);
    if (!carryAlong) return this.#requireUnused(kind, from, session);
    // A group has one product of a tone: two of them cannot become one.
    if (kind === 'metal-tone') {
      const groups = new Set(await this.uses.groupsWith(kind, from, session));
      if ((await this.uses.groupsWith(kind, to, session)).some((group) => groups.has(group))) {
        throw new Failure('option.taken', { message: `Products of one group have ${from} and ${to}` });
      }
    }
    await this.renames.start({ what: optionOf(kind), from, to, userId }, session);
  }

  async #requireUnused(kind: catalog.OptionKind, value: string, session: ClientSession): Promise<void> {
    const former = await this.renames.formerNames(optionOf(kind), value, session);
    const { products, customizations } = await this.uses.count(kind, [value, ...former], session);
    if (products + customizations === 0) return;
    throw new Failure('option.in-use', {
      message: `${usersOf(products, customizations)} ${products + customizations === 1 ? 'uses' : 'use'} “${value}”`,
      details: { products, customizations },
    });
  }

  async #require(kind: catalog.OptionKind, id: string, session: ClientSession): Promise<Option> {
    const found = await this.options.findOne({ _id: id, kind }).session(session).lean<Option>();
    if (!found) throw new Failure('option.not-found');
    return found;
  }

  async #publishAndAudit(
    session: ClientSession,
    actor: Pick<Session, 'userId'>,
    what: 'created' | 'changed' | 'removed',
    before: Option | null,
    after: Option | null,
  ): Promise<void> {
    const { kind, _id } = (after ?? before)!;
    // `options`: product pages say which values have no price.
    for (const tag of ['options', `options:${catalog.OPTION_LISTS[kind].plural}`]) {
      await publishTaxonomyChanged(this.outbox, session, tag);
    }
    await this.audit.record(session, actor, {
      action: `option.${what}`,
      subject: kind,
      subjectId: String(_id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }
}

/** The key of a price in `pricesOf`. */
export const priceKey = (kind: catalog.OptionKind, value: string): string => `${kind} ${value}`;

const pricesFrom = (options: readonly Option[]): Map<string, number> =>
  new Map(options.map(({ kind, value, pricePaise }) => [priceKey(kind, value), extraPaise(pricePaise)]));

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** `12 products and 1 customization`. */
const usersOf = (products: number, customizations: number): string =>
  [...counted(products, 'product', 'products'), ...counted(customizations, 'customization', 'customizations')].join(
    ' and ',
  );

const fieldsOf = ({ value, price, image }: OptionEntry) => ({
  value,
  folded: foldedValue(value),
  pricePaise: paiseFrom(price),
  image,
});
