import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type BodyOf, type catalog, paiseFrom } from '@shop/contracts';
import { AuditTrail, Edits, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import { publishCustomizationChanged } from '../taxonomy/taxonomy.events.ts';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import type { Customization } from './customization.schema.ts';
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
    const created = await failOnDuplicate('customization.taken', async () => {
      const [document] = await this.customizations.create([fieldsOf(body)], { session: transaction });
      return document!.toObject();
    });
    await this.#publishAndAudit(transaction, actor, 'created', null, created);
    return customizationOf(created);
  }

  /** Changes the given fields. @throws Failure `customization.not-found`, `customization.taken`, `document.changed` */
  change(actor: Session, id: string, body: Changes, version?: string): Promise<catalog.Customization> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      const edit = { actor, subject: 'customization', id, version };
      await this.edits.require(session, edit, customizationOf(before));
      const after = await failOnDuplicate('customization.taken', () =>
        this.customizations
          .findByIdAndUpdate(id, fieldsOf(body), { session, returnDocument: 'after' })
          .lean<Customization>(),
      );
      await this.#publishAndAudit(session, actor, 'changed', before, after!);
      await this.edits.keep(session, edit, customizationOf(before), customizationOf(after!));
      return customizationOf(after!);
    });
  }

  /** @throws Failure `customization.not-found` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      await this.customizations.deleteOne({ _id: id }, { session });
      await this.#publishAndAudit(session, actor, 'removed', before, null);
    });
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
