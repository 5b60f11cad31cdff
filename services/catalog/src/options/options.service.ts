import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { catalog, paiseFrom, rupeesFrom } from '@shop/contracts';
import { AuditTrail, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { publishTaxonomyChanged } from '../taxonomy/taxonomy.events.ts';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import type { Option } from './option.schema.ts';

/** An entry with its value under one name for all lists. */
export interface OptionEntry {
  value: string;
  /** Rupees. */
  price: number;
  image?: string;
}

const auditedOf = ({ value, pricePaise, image }: Option) => ({ value, price: rupeesFrom(pricePaise), image });

/** The sixteen option lists and their changes by staff. */
@Injectable()
export class OptionsService {
  constructor(
    @InjectModel('Option') private readonly options: Model<Option>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** In the order of creation. */
  list(kind: catalog.OptionKind): Promise<Option[]> {
    return this.options.find({ kind }).sort({ _id: 1 }).lean<Option[]>();
  }

  /** Extra costs in paise by `priceKey`; values in no list are absent. */
  async pricesOf(wanted: readonly { kind: catalog.OptionKind; value: string }[]): Promise<Map<string, number>> {
    if (wanted.length === 0) return new Map();
    const found = await this.options.find({ $or: wanted.map(({ kind, value }) => ({ kind, value })) }).lean();
    return new Map(found.map(({ kind, value, pricePaise }) => [priceKey(kind, value), pricePaise]));
  }

  /** @throws Failure `option.taken` */
  async create(
    actor: Session,
    kind: catalog.OptionKind,
    entry: OptionEntry,
    transaction: ClientSession,
  ): Promise<Option> {
    const created = await failOnDuplicate('option.taken', async () => {
      const [option] = await this.options.create([{ kind, ...fieldsOf(entry) }], { session: transaction });
      return option!.toObject();
    });
    await this.#publishAndAudit(transaction, actor, 'created', null, created);
    return created;
  }

  /** @throws Failure `option.not-found`, `option.taken` */
  change(actor: Session, kind: catalog.OptionKind, id: string, entry: OptionEntry): Promise<Option> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(kind, id, session);
      const { image, ...fields } = fieldsOf(entry);
      const update = image === undefined ? { ...fields, $unset: { image: 1 } } : { ...fields, image };
      const after = await failOnDuplicate('option.taken', () =>
        this.options.findByIdAndUpdate(id, update, { session, returnDocument: 'after' }).lean<Option>(),
      );
      await this.#publishAndAudit(session, actor, 'changed', before, after!);
      return after!;
    });
  }

  /** @throws Failure `option.not-found` */
  async remove(actor: Session, kind: catalog.OptionKind, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(kind, id, session);
      await this.options.deleteOne({ _id: id }, { session });
      await this.#publishAndAudit(session, actor, 'removed', before, null);
    });
  }

  async #require(kind: catalog.OptionKind, id: string, session: ClientSession): Promise<Option> {
    const found = await this.options.findOne({ _id: id, kind }).session(session).lean<Option>();
    if (!found) throw new Failure('option.not-found');
    return found;
  }

  async #publishAndAudit(
    session: ClientSession,
    actor: Session,
    what: 'created' | 'changed' | 'removed',
    before: Option | null,
    after: Option | null,
  ): Promise<void> {
    const { kind, _id } = (after ?? before)!;
    await publishTaxonomyChanged(this.outbox, session, `options:${catalog.OPTION_LISTS[kind].plural}`);
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

const fieldsOf = ({ value, price, image }: OptionEntry) => ({ value, pricePaise: paiseFrom(price), image });
