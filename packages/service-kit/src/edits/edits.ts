import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type DocumentChanged, NO_DOCUMENT } from '@shop/contracts';
import type { ClientSession, Connection, mongo } from 'mongoose';
import { StaffNames } from '../audit/audit-trail.ts';
import { Clock } from '../clock/clock.ts';
import { Failure } from '../http/failure.ts';
import type { Session } from '../session/session.ts';
import { differingFields, PART_SEPARATOR } from './document-version.rules.ts';
import { EDITS, type DocumentEdits } from './edit.schema.ts';

/** Of one document. */
const MAX_SAVES = 20;
const UNKNOWN_NAME = 'A colleague';

/** A change of a document by a form. */
export interface Edit {
  actor: Pick<Session, 'userId'>;
  /** What kind of document: `banner`. */
  subject: string;
  id: string;
  /** The version that was read, of `If-Match`; undefined: the given fields are set on what is there. */
  version: string | undefined;
}

type Versioned = { version?: string | undefined };

/** A document as it was, `null` where there was none, and as it is now. */
interface Change {
  id: string;
  before: (object & Versioned) | null;
  after: object & Versioned;
}

/** Compare-and-set for documents that staff edit in forms, and who saved what of them lately. */
@Injectable()
export class Edits {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly names: StaffNames,
    private readonly clock: Clock,
  ) {}

  /**
   * Requires the version that was read. `now`: the document as this transaction reads it and as it is answered; the transaction has to
   * write the same document, so that a save in between is a write conflict.
   * @throws Failure `document.changed` with the document as it is now
   */
  async require(transaction: ClientSession, edit: Edit, now: (object & Versioned) | null): Promise<void> {
    const current = now === null ? NO_DOCUMENT : now.version;
    if (edit.version === undefined || edit.version === current) return;
    const details: DocumentChanged = {
      document: now as DocumentChanged['document'],
      saves: await this.#savesSince(edit.subject, edit.id, (from) => from === edit.version, transaction),
    };
    throw new Failure('document.changed', { details: { ...details } });
  }

  /**
   * The same of a document that is made of others (`partIds`, of the kind `subject`), whose version is theirs: see `versionOfParts`. Fields
   * of the saves are named `<id>.price`.
   * @throws Failure `document.changed`
   */
  async requireParts(
    transaction: ClientSession,
    { subject, version }: Pick<Edit, 'subject' | 'version'>,
    now: object & Versioned,
    partIds: readonly string[],
  ): Promise<void> {
    if (version === undefined || version === now.version) return;
    const read = new Set(version.split(PART_SEPARATOR));
    const saves: DocumentChanged['saves'] = [];
    for (const id of partIds) {
      const since = await this.#savesSince(subject, id, (from) => read.has(from), transaction);
      saves.push(...since.map(({ by, fields }) => ({ by, fields: fields.map((field) => `${id}.${field}`) })));
    }
    const details: DocumentChanged = { document: now as DocumentChanged['document'], saves };
    throw new Failure('document.changed', { details: { ...details } });
  }

  /** Keeps who changed which fields; a save that changed nothing is none. */
  keep(
    transaction: ClientSession,
    { actor, subject, id }: Edit,
    before: (object & Versioned) | null,
    after: object & Versioned,
  ): Promise<void> {
    return this.keepAll(transaction, { actor, subject }, [{ id, before, after }]);
  }

  /** The same of many documents of one kind, in one command. */
  async keepAll(
    transaction: ClientSession,
    { actor, subject }: Pick<Edit, 'actor' | 'subject'>,
    changes: readonly Change[],
  ): Promise<void> {
    const at = this.clock.now();
    const updates = changes.flatMap(({ id, before, after }) => {
      const fields = differingFields(before, after);
      if (fields.length === 0) return [];
      const save = { from: before?.version ?? NO_DOCUMENT, to: after.version!, userId: actor.userId, fields };
      return [
        {
          updateOne: {
            filter: { _id: keyOf(subject, id) },
            update: { $push: { saves: { $each: [save], $slice: -MAX_SAVES } }, $set: { at } },
            upsert: true,
          },
        },
      ];
    });
    if (updates.length > 0) await this.#collection.bulkWrite(updates, { session: transaction });
  }

  async #savesSince(
    subject: string,
    id: string,
    wasRead: (version: string) => boolean,
    transaction: ClientSession,
  ): Promise<DocumentChanged['saves']> {
    const found = await this.#collection.findOne({ _id: keyOf(subject, id) }, { session: transaction });
    const saves = found?.saves ?? [];
    const first = saves.findLastIndex(({ from }) => wasRead(from));
    // A version that no kept save began with: no one can be named.
    const since = first === -1 ? [] : saves.slice(first);
    const names = new Map<string, string>();
    for (const userId of new Set(since.map((save) => save.userId))) {
      names.set(userId, (await this.names.nameOf(userId, transaction)) ?? UNKNOWN_NAME);
    }
    return since.map(({ userId, fields }) => ({ by: names.get(userId)!, fields }));
  }

  get #collection(): mongo.Collection<DocumentEdits> {
    return this.connection.collection(EDITS) as unknown as mongo.Collection<DocumentEdits>;
  }
}

const keyOf = (subject: string, id: string): string => `${subject}:${id}`;
