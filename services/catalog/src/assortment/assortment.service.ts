import { Injectable } from '@nestjs/common';
import { AuditTrail, Clock, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { unlessTaken } from '../unless-taken.ts';
import { announceAssortment } from './assortment.announcements.ts';
import type { Branch, BranchKind } from './branch.schema.ts';
import { BranchesRepository, type BranchFields } from './branches.repository.ts';

/** How staff name a branch: by its id or by its name. */
type Which = { id: string } | { name: string };

/** The tag under which the gateway keeps the list. */
const TAGS = { category: 'categories', material: 'materials' } as const;

const auditedOf = ({ name, sub, image }: Branch) => ({ name, sub, ...(image && { image }) });

/**
 * Categories and materials, the two ways into the shop, and what staff change of them. Failures are `category.…` or
 * `material.…`.
 */
@Injectable()
export class AssortmentService {
  constructor(
    private readonly branches: BranchesRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  list(kind: BranchKind): Promise<Branch[]> {
    return this.branches.all(kind);
  }

  /** Makes sure that there is such a branch. @throws Failure `….not-found` */
  async require(kind: BranchKind, name: string, sub?: string): Promise<void> {
    requireIn(kind, await this.branches.byName(kind, name), sub);
  }

  /** The same in the transaction of a product that is put there. @throws Failure `….not-found` */
  async use(kind: BranchKind, name: string, sub: string | undefined, transaction: ClientSession): Promise<void> {
    requireIn(kind, await this.branches.use(kind, name, this.clock.now(), transaction), sub);
  }

  /** @throws Failure `….taken` */
  async create(
    actor: Session,
    kind: BranchKind,
    { sub, ...fields }: BranchFields,
    transaction: ClientSession,
  ): Promise<Branch> {
    const branch = await unlessTaken(`${kind}.taken`, () =>
      this.branches.create(kind, { ...fields, sub: unique(sub) }, transaction),
    );
    await this.#tell(transaction, actor, 'created', null, branch);
    return branch;
  }

  /** One that is there already stays. @throws Failure `….not-found` */
  addSub(actor: Session, kind: BranchKind, name: string, sub: string): Promise<Branch> {
    return this.#change(actor, kind, { name }, (branch) => ({ ...branch, sub: unique([...branch.sub, sub]) }));
  }

  /** @throws Failure `….not-found`, `….in-use` */
  removeSub(actor: Session, kind: BranchKind, name: string, sub: string): Promise<Branch> {
    return this.#change(actor, kind, { name }, (branch) => {
      requireIn(kind, branch, sub);
      return { ...branch, sub: branch.sub.filter((other) => other !== sub) };
    });
  }

  /** Renames a branch with the products in it, or replaces what is below it or its picture. @throws Failure `….not-found`, `….taken`, `….in-use` */
  change(
    actor: Session,
    kind: BranchKind,
    id: string,
    fields: { name?: string; sub?: readonly string[]; image?: string | null },
  ): Promise<Branch> {
    return this.#change(actor, kind, { id }, ({ name, sub, image }) => ({
      name: fields.name ?? name,
      sub: fields.sub ? unique(fields.sub) : sub,
      image: fields.image === undefined ? image : (fields.image ?? undefined),
    }));
  }

  /** @throws Failure `….not-found`, `….in-use` */
  async remove(actor: Session, kind: BranchKind, which: Which): Promise<void> {
    await this.transactions.run(async (session) => {
      const branch = await this.#find(kind, which, session);
      if (await this.branches.inUse(branch, undefined, session)) throw new Failure(`${kind}.in-use`);
      await this.branches.remove(branch._id, session);
      await this.#tell(session, actor, 'removed', branch, null);
    });
  }

  #change(actor: Session, kind: BranchKind, which: Which, decide: (branch: Branch) => BranchFields): Promise<Branch> {
    return this.transactions.run(async (session) => {
      const before = await this.#find(kind, which, session);
      const { name, sub, image } = decide(before);
      const gone = before.sub.filter((other) => !sub.includes(other));
      if (gone.length > 0 && (await this.branches.inUse(before, gone, session))) throw new Failure(`${kind}.in-use`);
      const after = await unlessTaken(`${kind}.taken`, () =>
        this.branches.change(before._id, { name, sub, image }, session),
      );
      if (name !== before.name) await this.branches.renameInProducts(kind, before.name, name, session);
      await this.#tell(session, actor, 'changed', before, after);
      return after;
    });
  }

  async #find(kind: BranchKind, which: Which, session: ClientSession): Promise<Branch> {
    const found =
      'id' in which
        ? await this.branches.byId(kind, which.id, session)
        : await this.branches.byName(kind, which.name, session);
    if (!found) throw new Failure(`${kind}.not-found`);
    return found;
  }

  async #tell(
    session: ClientSession,
    actor: Session,
    what: 'created' | 'changed' | 'removed',
    before: Branch | null,
    after: Branch | null,
  ): Promise<void> {
    const { kind, _id } = (after ?? before)!;
    await announceAssortment(this.outbox, session, TAGS[kind]);
    await this.audit.record(session, actor, {
      action: `${kind}.${what}`,
      subject: kind,
      subjectId: String(_id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

function requireIn(kind: BranchKind, branch: Branch | null, sub: string | undefined): void {
  if (!branch || (sub !== undefined && !branch.sub.includes(sub))) throw new Failure(`${kind}.not-found`);
}
