import { Injectable } from '@nestjs/common';
import { type BodyOf, catalog } from '@shop/contracts';
import { Clock, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { announceAssortment } from '../assortment/assortment.announcements.ts';
import { isDuplicate } from '../mongo-errors.ts';
import { AuditTrail } from '../staff/audit-trail.ts';
import { MaterialsRepository } from './materials.repository.ts';
import type { Material } from './material.schema.ts';

const viewOf = ({ _id, tag, sub }: Material): catalog.Material => ({ _id: String(_id), tag, sub });
const auditedOf = ({ tag, sub }: Material) => ({ tag, sub });

/** The materials of the menu, and what staff change of them. */
@Injectable()
export class MaterialsService {
  constructor(
    private readonly materials: MaterialsRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<catalog.Material[]> {
    return (await this.materials.all()).map(viewOf);
  }

  /** Makes sure that a product may stand there, in the product's transaction. @throws Failure `material.not-found` */
  async requirePlace({ tag, sub }: { tag: string; sub?: string }, transaction: ClientSession): Promise<void> {
    const material = await this.materials.use(tag, this.clock.now(), transaction);
    if (!material || (sub !== undefined && !material.sub.includes(sub))) throw new Failure('material.not-found');
  }

  /** @throws Failure `material.taken` */
  async create(
    actor: Session,
    { tag, sub }: BodyOf<typeof catalog.createMaterial>,
    transaction: ClientSession,
  ): Promise<catalog.Material> {
    const material = await taken(() => this.materials.create({ tag, sub: [...new Set(sub)] }, transaction));
    await this.#tell(transaction, actor, 'material.created', null, material);
    return viewOf(material);
  }

  /** @throws Failure `material.not-found` */
  addSub(actor: Session, { tag, sub }: { tag: string; sub: string }): Promise<catalog.Material> {
    return this.#change(actor, (session) => this.materials.byTag(tag, session), (material) => ({
      sub: [...new Set([...material.sub, sub])],
    }));
  }

  /** @throws Failure `material.not-found`, `material.in-use` */
  removeSub(actor: Session, { tag, sub }: { tag: string; sub: string }): Promise<catalog.Material> {
    return this.#change(actor, (session) => this.materials.byTag(tag, session), (material) => {
      if (!material.sub.includes(sub)) throw new Failure('material.not-found');
      return { sub: material.sub.filter((name) => name !== sub) };
    });
  }

  /** @throws Failure `material.not-found`, `material.taken`, `material.in-use` */
  change(actor: Session, id: string, fields: BodyOf<typeof catalog.changeMaterial>): Promise<catalog.Material> {
    return this.#change(actor, (session) => this.materials.byId(id, session), (material) => ({
      tag: fields.tag ?? material.tag,
      sub: fields.sub ? [...new Set(fields.sub)] : material.sub,
    }));
  }

  /** @throws Failure `material.not-found`, `material.in-use` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const material = await this.materials.byId(id, session);
      if (!material) throw new Failure('material.not-found');
      if (await this.materials.inUse(material.tag, undefined, session)) throw new Failure('material.in-use');
      await this.materials.remove(material._id, session);
      await this.#tell(session, actor, 'material.removed', material, null);
    });
  }

  #change(
    actor: Session,
    find: (session: ClientSession) => Promise<Material | null>,
    decide: (material: Material) => Partial<Pick<Material, 'tag' | 'sub'>>,
  ): Promise<catalog.Material> {
    return this.transactions.run(async (session) => {
      const before = await find(session);
      if (!before) throw new Failure('material.not-found');
      const fields = decide(before);
      const gone = before.sub.filter((name) => fields.sub && !fields.sub.includes(name));
      if (gone.length > 0 && (await this.materials.inUse(before.tag, gone, session))) {
        throw new Failure('material.in-use');
      }
      const after = await taken(() => this.materials.change(before._id, fields, session));
      if (after.tag !== before.tag) await this.materials.renameInProducts(before.tag, after.tag, session);
      await this.#tell(session, actor, 'material.changed', before, after);
      return viewOf(after);
    });
  }

  async #tell(
    session: ClientSession,
    actor: Session,
    action: string,
    before: Material | null,
    after: Material | null,
  ): Promise<void> {
    await announceAssortment(this.outbox, session, 'materials');
    await this.audit.record(session, actor, {
      action,
      subject: 'material',
      subjectId: String((after ?? before)!._id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }
}

async function taken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) throw new Failure('material.taken', { cause: error });
    throw error;
  }
}
