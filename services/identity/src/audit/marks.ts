import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sameText } from '../secrets.ts';
import { type AuditEntry, type AuditHead, type AuditSeal, type Mark, PERSONAL } from './audit.schema.ts';

/** An entry without what is kept beside its content. `before` and `after` of old ones may be missing, for an empty object. */
export type Content = Omit<AuditEntry, '_id' | 'mark' | 'seq'>;
/** What is wrong with an entry by itself. */
export type EntryFault = 'unmarked' | 'unknown-key' | 'changed';

type Side = Record<string, unknown> | null;
interface Parts {
  /** What stays when the account is deleted that the entry is about. */
  lasting: object;
  /** Undefined where there is nothing to erase. */
  personal: object | undefined;
}

/**
 * Marks by which a change of the trail is found. They are keyed: who can write to the database and has no key can make none.
 * The first key marks, all are known: one that marked something stays in the list.
 */
export class AuditMarks {
  readonly #keys: ReadonlyMap<string, string>;
  readonly #current: string;

  constructor(keys: readonly [string, ...string[]]) {
    this.#keys = new Map(keys.map((key) => [keyIdOf(key), key]));
    this.#current = keyIdOf(keys[0]);
  }

  knows(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  ofEntry(id: string, entry: Content): Mark {
    const { lasting, personal } = partsOf(entry);
    const salt = personal && randomBytes(16).toString('base64url');
    const erasable = salt && { salt, personal: digestOf([salt, personal]) };
    const mark = { keyId: this.#current, ...erasable };
    return { ...mark, mac: this.#macOfEntry(id, lasting, mark)! };
  }

  /** Undefined for an entry as it was marked, also one that was erased since: then its account must not exist (`isErased`). */
  faultOf(entry: AuditEntry): EntryFault | undefined {
    const { _id, mark } = entry;
    if (typeof mark?.mac !== 'string' || typeof mark.keyId !== 'string') return 'unmarked';
    const { lasting, personal } = partsOf(entry);
    const mac = this.#macOfEntry(_id, lasting, mark);
    if (mac === undefined) return 'unknown-key';
    if (!sameText(mac, mark.mac)) return 'changed';
    // Of an erased entry only the digest is left, which says nothing without the salt.
    const kept = mark.salt === undefined ? undefined : digestOf([mark.salt, personal]);
    const isSame = mark.salt === undefined ? personal === undefined : kept === mark.personal;
    return isSame ? undefined : 'changed';
  }

  sealOf({ seq, entryId, mac }: Pick<AuditSeal, 'seq' | 'entryId' | 'mac'>, previous: string): AuditSeal {
    const keyId = this.#current;
    return { seq, entryId, mac, keyId, digest: this.#mac(keyId, ['seal', seq, entryId, mac, previous])! };
  }

  /** The digest that a seal has to have; undefined without its key. */
  digestOf({ seq, entryId, mac, keyId }: AuditSeal, previous: string): string | undefined {
    return this.#mac(keyId, ['seal', seq, entryId, mac, previous]);
  }

  headOf(head: Pick<AuditHead, 'seq' | 'digest' | 'since'>): AuditHead {
    const keyId = this.#current;
    return { ...head, keyId, mac: this.#mac(keyId, headText(head))! };
  }

  isHead(head: AuditHead): boolean {
    const mac = this.#mac(head.keyId, headText(head));
    return mac !== undefined && sameText(mac, String(head.mac));
  }

  #macOfEntry(id: string, lasting: object, { keyId, personal }: Omit<Mark, 'mac'>): string | undefined {
    return this.#mac(keyId, ['entry', id, lasting, personal ?? null]);
  }

  #mac(keyId: string, what: readonly unknown[]): string | undefined {
    const key = this.#keys.get(keyId);
    return key === undefined ? undefined : createHmac('sha256', key).update(canonical(what)).digest('hex');
  }
}

/** Whether what names a person was taken out of it. */
export const isErased = ({ mark }: Pick<AuditEntry, 'mark'>): boolean =>
  mark?.personal !== undefined && mark.salt === undefined;

const headText = ({ seq, digest, since }: Pick<AuditHead, 'seq' | 'digest' | 'since'>) => ['head', seq, digest, since];

const keyIdOf = (key: string): string => digestOf(['audit key', key]).slice(0, 8);

const digestOf = (what: unknown): string => createHash('sha256').update(canonical(what)).digest('hex');

/** JSON with the fields of objects in order. */
const canonical = (what: unknown): string =>
  JSON.stringify(what, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** All fields, known or not: a field that is added is a change. */
function partsOf(entry: Content): Parts {
  const { _id, __v, mark, seq, before = {}, after = {}, ...rest } = entry as AuditEntry & { __v?: number };
  const isPersonal = (field: string) => rest.subject === 'user' && PERSONAL.some((one) => one === field);
  const pick = (side: Side, wanted: boolean): Side =>
    side && Object.fromEntries(Object.entries(side).filter(([field]) => isPersonal(field) === wanted));
  const personal = { before: pick(before, true), after: pick(after, true) };
  const isEmpty = Object.values(personal).every((side) => !side || Object.keys(side).length === 0);
  return {
    lasting: { ...rest, before: pick(before, false), after: pick(after, false) },
    personal: isEmpty ? undefined : personal,
  };
}
