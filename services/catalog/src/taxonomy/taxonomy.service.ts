import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  Clock,
  Edits,
  Failure,
  formerNamesAfter,
  Outbox,
  type Session,
  Transactions,
} from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { failOnDuplicate } from '../fail-on-duplicate.ts';
import { formerSubsAfter } from './former-names.rules.ts';
import { publishTaxonomyChanged } from './taxonomy.events.ts';
import { RenamesService, subOf } from '../renames/renames.service.ts';
import type { NamesInProducts, TaxonomyEntry, TaxonomyKind } from './taxonomy-entry.schema.ts';
import { TaxonomyRepository, type TaxonomyFields } from './taxonomy.repository.ts';

/** An entry is identified by its id or its name. */
type EntryKey = { id: string } | { name: string };

/** What staff change; `renameSub` gives a subdivision another name. */
interface Changes {
  name?: string;
  sub?: readonly string[];
  image?: string | null;
  /** Of a material. */
  madeToOrder?: boolean;
  renameSub?: { from: string; to: string };
}

/** The version of an entry that was read, and how it is answered. */
interface Read {
  version: string | undefined;
  view(entry: TaxonomyEntry): object & { version?: string };
}

/** Cache tags of the lists in the gateway. */
const TAGS = { category: 'categories', material: 'materials' } as const;

const auditedOf = ({ name, sub, image, madeToOrder }: TaxonomyEntry) => ({
  name,
  sub,
  ...(image && { image }),
  ...(madeToOrder && { madeToOrder }),
});

/** Categories and materials, and their changes by staff. Failures are `category.…` or `material.…`. */
@Injectable()
export class TaxonomyService {
  constructor(
    private readonly entries: TaxonomyRepository,
    private readonly renames: RenamesService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  list(kind: TaxonomyKind): Promise<TaxonomyEntry[]> {
    return this.entries.all(kind);
  }

  /** The names that products of materials made to order have for them. */
  madeToOrder(): Promise<Set<string>> {
    return this.entries.madeToOrder();
  }

  /** What the products of an entry call it, which may be asked for by a former name. @throws Failure `….not-found` */
  async namesInProducts(kind: TaxonomyKind, name: string, sub?: string): Promise<NamesInProducts> {
    const entry = (await this.entries.byName(kind, name)) ?? (await this.entries.byFormerName(kind, name));
    const now = entry && sub !== undefined ? subNow(entry, sub) : undefined;
    requireIn(kind, entry, now);
    const names = await this.#namesOf(kind, entry!.name, now === undefined ? undefined : [now]);
    if (entry!.name === name && now === sub) return names;
    return { ...names, movedTo: { name: entry!.name, ...(now !== undefined && { sub: now }) } };
  }

  async #namesOf(
    kind: TaxonomyKind,
    name: string,
    subs: readonly string[] | undefined,
    session?: ClientSession,
  ): Promise<NamesInProducts> {
    const names = [name, ...(await this.renames.formerNames(kind, name, session))];
    if (!subs) return { names };
    const former = [];
    for (const sub of subs) former.push(...(await this.renames.formerNames(subOf(kind, name), sub, session)));
    return { names, subs: [...subs, ...former] };
  }

  /** Checks, in the transaction of a product that is assigned to the entry. @throws Failure `….not-found` */
  async use(kind: TaxonomyKind, name: string, sub: string | undefined, transaction: ClientSession): Promise<void> {
    requireIn(kind, await this.entries.use(kind, name, this.clock.now(), transaction), sub);
  }

  /** Both places of a product. @throws Failure `category.not-found`, `material.not-found` */
  async usePlaces(
    {
      category,
      material,
    }: {
      category?: { main: string; sub?: string | undefined } | undefined;
      material?: { tag: string; sub?: string | undefined } | undefined;
    },
    transaction: ClientSession,
  ): Promise<void> {
    if (category) await this.use('category', category.main, category.sub, transaction);
    if (material) await this.use('material', material.tag, material.sub, transaction);
  }

  /** Whether products can be there, which then stays until the end of the transaction. */
  async canBeUsed(
    kind: TaxonomyKind,
    name: string,
    sub: string | undefined,
    transaction: ClientSession,
  ): Promise<boolean> {
    try {
      await this.use(kind, name, sub, transaction);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  /** @throws Failure `….taken` */
  async create(
    actor: Pick<Session, 'userId'>,
    kind: TaxonomyKind,
    { sub, ...fields }: TaxonomyFields,
    transaction: ClientSession,
  ): Promise<TaxonomyEntry> {
    await this.renames.requireFree(kind, fields.name, transaction);
    await this.entries.takeName(kind, fields.name, transaction);
    const entry = await failOnDuplicate(`${kind}.taken`, () =>
      this.entries.create(kind, { ...fields, sub: unique(sub) }, transaction),
    );
    await this.#publishAndAudit(transaction, actor, 'created', null, entry);
    return entry;
  }

  /** Idempotent. @throws Failure `….not-found` */
  addSub(
    actor: Pick<Session, 'userId'>,
    kind: TaxonomyKind,
    { name, sub }: { name: string; sub: string },
    view: Read['view'],
  ): Promise<TaxonomyEntry> {
    const decide = (entry: TaxonomyEntry) => ({ ...entry, sub: unique([...entry.sub, sub]) });
    return this.#change(actor, kind, { name }, decide, { read: { version: undefined, view } });
  }

  /** @throws Failure `….not-found`, `….in-use` */
  removeSub(
    actor: Pick<Session, 'userId'>,
    kind: TaxonomyKind,
    { name, sub }: { name: string; sub: string },
    view: Read['view'],
  ): Promise<TaxonomyEntry> {
    const decide = (entry: TaxonomyEntry) => {
      requireIn(kind, entry, sub);
      return { ...entry, sub: entry.sub.filter((other) => other !== sub) };
    };
    return this.#change(actor, kind, { name }, decide, { read: { version: undefined, view } });
  }

  /**
   * Renames an entry or one of its subdivisions together with its products, or replaces its subdivisions or picture, or says
   * whether it is made to order.
   * @throws Failure `….not-found`, `….taken`, `….in-use`, `document.changed`
   */
  change(
    actor: Pick<Session, 'userId'>,
    kind: TaxonomyKind,
    id: string,
    fields: Changes,
    read: Read,
  ): Promise<TaxonomyEntry> {
    const { renameSub } = fields;
    const decide = (entry: TaxonomyEntry): TaxonomyFields => {
      const { name, sub, image } = entry;
      if (renameSub) {
        requireIn(kind, entry, renameSub.from);
        if (renameSub.to !== renameSub.from && sub.includes(renameSub.to)) throw new Failure(`${kind}.taken`);
      }
      const kept = fields.sub ? unique(fields.sub) : sub;
      return {
        name: fields.name ?? name,
        sub: renameSub ? kept.map((one) => (one === renameSub.from ? renameSub.to : one)) : kept,
        image: fields.image === undefined ? image : (fields.image ?? undefined),
        ...(fields.madeToOrder !== undefined && { madeToOrder: fields.madeToOrder }),
      };
    };
    return this.#change(actor, kind, { id }, decide, { renameSub, read });
  }

  /** @throws Failure `….not-found`, `….in-use` */
  async remove(actor: Pick<Session, 'userId'>, kind: TaxonomyKind, which: EntryKey): Promise<void> {
    await this.transactions.run(async (session) => {
      const entry = await this.#find(kind, which, session);
      const names = await this.#namesOf(kind, entry.name, undefined, session);
      if (await this.entries.inUse(kind, names, session)) throw new Failure(`${kind}.in-use`);
      await this.entries.remove(entry._id, session);
      await this.#publishAndAudit(session, actor, 'removed', entry, null);
    });
  }

  #change(
    actor: Pick<Session, 'userId'>,
    kind: TaxonomyKind,
    which: EntryKey,
    decide: (entry: TaxonomyEntry) => TaxonomyFields,
    { renameSub, read }: { renameSub?: Changes['renameSub']; read: Read },
  ): Promise<TaxonomyEntry> {
    return this.transactions.run(async (session) => {
      const before = await this.#find(kind, which, session);
      const edit = { actor, subject: kind, id: String(before._id), version: read.version };
      await this.edits.require(session, edit, read.view(before));
      const { name, sub, ...rest } = decide(before);
      const removed = before.sub.filter((other) => !sub.includes(other) && other !== renameSub?.from);
      if (removed.length > 0) {
        const names = await this.#namesOf(kind, before.name, removed, session);
        if (await this.entries.inUse(kind, names, session)) throw new Failure(`${kind}.in-use`);
      }
      if (name !== before.name) await this.renames.requireFree(kind, name, session, before.name);
      for (const added of sub.filter((one) => !before.sub.includes(one))) {
        await this.renames.requireFree(subOf(kind, before.name), added, session, renameSub?.from);
      }
      if (name !== before.name) await this.entries.takeName(kind, name, session);
      const renamedSub = renameSub && renameSub.to !== renameSub.from ? renameSub : undefined;
      const former = {
        formerNames: formerNamesAfter(before.formerNames ?? [], before.name, name),
        formerSubs: formerSubsAfter(before.formerSubs ?? [], sub, renamedSub),
      };
      const after = await failOnDuplicate(`${kind}.taken`, () =>
        this.entries.change(before._id, { name, sub, ...rest, ...former }, session),
      );
      const { userId } = actor;
      if (renamedSub) await this.renames.start({ what: subOf(kind, before.name), ...renamedSub, userId }, session);
      if (name !== before.name) await this.renames.start({ what: kind, from: before.name, to: name, userId }, session);
      await this.#publishAndAudit(session, actor, 'changed', before, after);
      await this.edits.keep(session, edit, read.view(before), read.view(after));
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
    actor: Pick<Session, 'userId'>,
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

const subNow = ({ sub: subs, formerSubs }: TaxonomyEntry, sub: string): string =>
  subs.includes(sub) ? sub : (formerSubs?.find(({ from }) => from === sub)?.to ?? sub);

const unique = (names: readonly string[]): string[] => [...new Set(names)];

function requireIn(kind: TaxonomyKind, entry: TaxonomyEntry | null, sub: string | undefined): void {
  if (!entry || (sub !== undefined && !entry.sub.includes(sub))) throw new Failure(`${kind}.not-found`);
}
