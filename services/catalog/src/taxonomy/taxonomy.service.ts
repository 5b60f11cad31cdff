import { Injectable } from '@nestjs/common';
import { AuditTrail, Clock, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import { publishTaxonomyChanged } from './taxonomy.events.ts';
import type { TaxonomyEntry, TaxonomyKind } from './taxonomy-entry.schema.ts';
import { TaxonomyRepository, type TaxonomyFields } from './taxonomy.repository.ts';

/** An entry is identified by its id or its name. */
type EntryKey = { id: string } | { name: string };

/** Cache tags of the lists in the gateway. */
const TAGS = { category: 'categories', material: 'materials' } as const;

const auditedOf = ({ name, sub, image }: TaxonomyEntry) => ({ name, sub, ...(image && { image }) });

/** Categories and materials, and their changes by staff. Failures are `category.…` or `material.…`. */
@Injectable()
export class TaxonomyService {
  constructor(
    private readonly entries: TaxonomyRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  list(kind: TaxonomyKind): Promise<TaxonomyEntry[]> {
    return this.entries.all(kind);
  }

  /** @throws Failure `….not-found` */
  async require(kind: TaxonomyKind, name: string, sub?: string): Promise<void> {
    requireIn(kind, await this.entries.byName(kind, name), sub);
  }

  /** Like `require`, in the transaction of a product that is assigned to the entry. @throws Failure `….not-found` */
  async use(kind: TaxonomyKind, name: string, sub: string | undefined, transaction: ClientSession): Promise<void> {
    requireIn(kind, await this.entries.use(kind, name, this.clock.now(), transaction), sub);
  }

  /** @throws Failure `….taken` */
  async create(
    actor: Session,
    kind: TaxonomyKind,
    { sub, ...fields }: TaxonomyFields,
    transaction: ClientSession,
  ): Promise<TaxonomyEntry> {
    const entry = await failOnDuplicate(`${kind}.taken`, () =>
      this.entries.create(kind, { ...fields, sub: unique(sub) }, transaction),
    );
    await this.#publishAndAudit(transaction, actor, 'created', null, entry);
    return entry;
  }

  /** Idempotent. @throws Failure `….not-found` */
  addSub(actor: Session, kind: TaxonomyKind, name: string, sub: string): Promise<TaxonomyEntry> {
    return this.#change(actor, kind, { name }, (entry) => ({ ...entry, sub: unique([...entry.sub, sub]) }));
  }

  /** @throws Failure `….not-found`, `….in-use` */
  removeSub(actor: Session, kind: TaxonomyKind, name: string, sub: string): Promise<TaxonomyEntry> {
    return this.#change(actor, kind, { name }, (entry) => {
      requireIn(kind, entry, sub);
      return { ...entry, sub: entry.sub.filter((other) => other !== sub) };
    });
  }

  /**
   * Renames an entry together with its products, or replaces its subdivisions or picture.
   * @throws Failure `….not-found`, `….taken`, `….in-use`
   */
  change(
    actor: Session,
    kind: TaxonomyKind,
    id: string,
    fields: { name?: string; sub?: readonly string[]; image?: string | null },
  ): Promise<TaxonomyEntry> {
    return this.#change(actor, kind, { id }, ({ name, sub, image }) => ({
      name: fields.name ?? name,
      sub: fields.sub ? unique(fields.sub) : sub,
      image: fields.image === undefined ? image : (fields.image ?? undefined),
    }));
  }

  /** @throws Failure `….not-found`, `….in-use` */
  async remove(actor: Session, kind: TaxonomyKind, which: EntryKey): Promise<void> {
    await this.transactions.run(async (session) => {
      const entry = await this.#find(kind, which, session);
      if (await this.entries.inUse(entry, undefined, session)) throw new Failure(`${kind}.in-use`);
      await this.entries.remove(entry._id, session);
      await this.#publishAndAudit(session, actor, 'removed', entry, null);
    });
  }

  #change(
    actor: Session,
    kind: TaxonomyKind,
    which: EntryKey,
    decide: (entry: TaxonomyEntry) => TaxonomyFields,
  ): Promise<TaxonomyEntry> {
    return this.transactions.run(async (session) => {
      const before = await this.#find(kind, which, session);
      const { name, sub, image } = decide(before);
      const removed = before.sub.filter((other) => !sub.includes(other));
      if (removed.length > 0 && (await this.entries.inUse(before, removed, session)))
        throw new Failure(`${kind}.in-use`);
      const after = await failOnDuplicate(`${kind}.taken`, () =>
        this.entries.change(before._id, { name, sub, image }, session),
      );
      if (name !== before.name) await this.entries.renameInProducts(kind, before.name, name, session);
      await this.#publishAndAudit(session, actor, 'changed', before, after);
      return after;
    });
  }

  async #find(kind: TaxonomyKind, which: EntryKey, session: ClientSession): Promise<TaxonomyEntry> {
    const found =
      'id' in which
        ? await this.entries.byId(kind, which.id, session)
        : await this.entries.byName(kind, which.name, session);
    if (!found) throw new Failure(`${kind}.not-found`);
    return found;
  }

  async #publishAndAudit(
    session: ClientSession,
    actor: Session,
    what: 'created' | 'changed' | 'removed',
    before: TaxonomyEntry | null,
    after: TaxonomyEntry | null,
  ): Promise<void> {
    const { kind, _id } = (after ?? before)!;
    await publishTaxonomyChanged(this.outbox, session, TAGS[kind]);
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

function requireIn(kind: TaxonomyKind, entry: TaxonomyEntry | null, sub: string | undefined): void {
  if (!entry || (sub !== undefined && !entry.sub.includes(sub))) throw new Failure(`${kind}.not-found`);
}
