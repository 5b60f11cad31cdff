import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type BodyOf, type catalog, paiseFrom } from '@shop/contracts';
import { AuditTrail, Edits, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { publishCustomizationChanged } from '../taxonomy/taxonomy.events.ts';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import { type Customization, extraPaise } from './customization.schema.ts';
import { customizationOf } from './customization.view.ts';

type ToSave = BodyOf<typeof catalog.createCustomization>;
type Changes = BodyOf<typeof catalog.changeCustomization>;

const rowsToSave = (rows: ToSave['metalPurity']) =>
  rows.map(({ value, price }) => ({ value, pricePaise: paiseFrom(price) }));

const fieldsOf = ({ productGroup, metalPurity, stoneType }: Changes) => ({
  ...(productGroup && { productGroup }),
  ...(metalPurity && { metalPurity: rowsToSave(metalPurity) }),
  ...(stoneType && { stoneType: rowsToSave(stoneType) }),
});

/** With prices as they are charged: the schema refuses those of old data. */
const copyOf = ({ metalPurity, stoneType }: Customization, productGroup: string): Omit<Customization, '_id'> => {
  const rowsOf = (rows: Customization['metalPurity']) =>
    rows.map(({ value, pricePaise }) => ({ value, pricePaise: extraPaise(pricePaise) }));
  return { productGroup, metalPurity: rowsOf(metalPurity), stoneType: rowsOf(stoneType) };
};

/** Whether the same costs the same with both, or with none of them. */
function costTheSame(one: Customization | null, other: Customization | null): boolean {
  const pricesOf = (rows: Customization['metalPurity'] = []) =>
    new Map(rows.map(({ value, pricePaise }) => [value, extraPaise(pricePaise)]));
  return (['metalPurity', 'stoneType'] as const).every((field) =>
    isDeepStrictEqual(pricesOf(one?.[field]), pricesOf(other?.[field])),
  );
}

/** Customizations: what products of a group can be made to order in. */
@Injectable()
export class CustomizationsService {
  constructor(
    @InjectModel('Customization') private readonly customizations: Model<Customization>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
  ) {}

  async ofGroup(productGroup: string): Promise<catalog.Customization | null> {
    const found = await this.customizations.findOne({ productGroup }).lean<Customization>();
    return found && customizationOf(found);
  }

  /** With prices in paise, by group. */
  async ofGroups(productGroups: readonly string[]): Promise<Map<string, Customization>> {
    const found = await this.customizations.find({ productGroup: { $in: productGroups } }).lean<Customization[]>();
    return new Map(found.map((customization) => [customization.productGroup, customization]));
  }

  async list(): Promise<catalog.Customization[]> {
    return (await this.customizations.find().sort({ productGroup: 1 }).lean<Customization[]>()).map(customizationOf);
  }

  /** @throws Failure `customization.taken` */
  async create(actor: Session, body: ToSave, transaction: ClientSession): Promise<catalog.Customization> {
    return customizationOf(await this.#insert(actor, fieldsOf(body), transaction));
  }

  /** Changes the given fields. @throws Failure `customization.not-found`, `customization.taken`, `document.changed` */
  change(actor: Session, id: string, body: Changes, version?: string): Promise<catalog.Customization> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      const edit = { actor, subject: 'customization', id, version };
      await this.edits.require(session, edit, customizationOf(before));
      return customizationOf(await this.#write(actor, before, fieldsOf(body), session));
    });
  }

  /**
   * A piece goes to another group. The first one of its group brings its customization along, so that it costs the same made to order: a
   * copy while something is left in its former group. A group that has pieces keeps what it has: theirs cost the same then.
   * @returns whether the piece costs the same there
   */
  async follow(
    actor: Session,
    { from, to }: { from: string; to: string },
    { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
    session: ClientSession,
  ): Promise<boolean> {
    const ofGroup = (productGroup: string) =>
      this.customizations.findOne({ productGroup }).session(session).lean<Customization>();
    const [own, theirs] = [await ofGroup(from), await ofGroup(to)];
    if (own && !theirs && isFirst) {
      if (isLast) await this.#write(actor, own, { productGroup: to }, session);
      else await this.#insert(actor, copyOf(own, to), session);
      return true;
    }
    const isSame = costTheSame(own, theirs);
    // The next group with this code is another one.
    if (own && isSame && isLast) await this.#delete(actor, own, session);
    return isSame;
  }

  /** @throws Failure `customization.not-found` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      await this.#delete(actor, await this.#require(id, session), session);
    });
  }

  /** @throws Failure `customization.taken` */
  async #insert(
    actor: Session,
    fields: Partial<Omit<Customization, '_id'>>,
    session: ClientSession,
  ): Promise<Customization> {
    const created = await failOnDuplicate('customization.taken', async () => {
      const [document] = await this.customizations.create([fields], { session });
      return document!.toObject();
    });
    await this.#publishAndAudit(session, actor, 'created', null, created);
    return created;
  }

  /** @throws Failure `customization.taken` */
  async #write(
    actor: Session,
    before: Customization,
    fields: Partial<Customization>,
    session: ClientSession,
  ): Promise<Customization> {
    const after = await failOnDuplicate('customization.taken', () =>
      this.customizations
        .findByIdAndUpdate(before._id, fields, { session, returnDocument: 'after' })
        .lean<Customization>(),
    );
    await this.#publishAndAudit(session, actor, 'changed', before, after!);
    const edit = { actor, subject: 'customization', id: String(before._id), version: undefined };
    await this.edits.keep(session, edit, customizationOf(before), customizationOf(after!));
    return after!;
  }

  async #delete(actor: Session, before: Customization, session: ClientSession): Promise<void> {
    await this.customizations.deleteOne({ _id: before._id }, { session });
    await this.#publishAndAudit(session, actor, 'removed', before, null);
  }

  async #require(id: string, session: ClientSession): Promise<Customization> {
    const found = await this.customizations.findById(id).session(session).lean<Customization>();
    if (!found) throw new Failure('customization.not-found');
    return found;
  }

  async #publishAndAudit(
    session: ClientSession,
    actor: Session,
    what: 'created' | 'changed' | 'removed',
    before: Customization | null,
    after: Customization | null,
  ): Promise<void> {
    const groups = new Set([before, after].flatMap((side) => (side ? [side.productGroup] : [])));
    for (const group of groups) await publishCustomizationChanged(this.outbox, session, group);
    const auditedOf = ({ _id, version, ...fields }: catalog.Customization) => fields;
    await this.audit.record(session, actor, {
      action: `customization.${what}`,
      subject: 'customization',
      subjectId: String((after ?? before)!._id),
      before: before && auditedOf(customizationOf(before)),
      after: after && auditedOf(customizationOf(after)),
    });
  }
}
