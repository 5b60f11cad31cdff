import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export interface Page {
  /** Newest first by default. */
  oldestFirst?: boolean;
  limit?: number;
  skip?: number;
}

/**
 * Documents in one SQLite file. Write-ahead log without a sync per commit: commits survive a `kill -9` of the process
 * (not a power cut), and cost some tens of microseconds.
 */
export class Store {
  readonly #db: DatabaseSync;
  readonly #collections: Collection<{ id: string }>[] = [];
  readonly #settings: Collection<{ id: string; value: unknown }>;
  #inTransaction = false;

  constructor(folder: string) {
    fs.mkdirSync(folder, { recursive: true });
    this.#db = new DatabaseSync(path.join(folder, 'sandbox.sqlite'));
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
    this.#settings = this.collection('settings');
  }

  /** @param indexes lists of fields that it is searched by, outermost first */
  collection<T extends { id: string }>(name: string, indexes: string[][] = []): Collection<T> {
    const collection = new Collection<T>(this.#db, name, indexes);
    this.#collections.push(collection as unknown as Collection<{ id: string }>);
    return collection;
  }

  /** Nested transactions join the outer one. */
  transaction<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    this.#db.exec('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  setting<T>(name: string): T | undefined {
    return this.#settings.get(name)?.value as T | undefined;
  }

  set(name: string, value: unknown): void {
    this.#settings.put({ id: name, value });
  }

  /** Empties every collection and all settings except `preserved`. */
  clear(preserved: string[] = []): void {
    this.transaction(() => {
      const settings = preserved.map((name) => this.#settings.get(name)).filter((setting) => setting !== undefined);
      for (const collection of this.#collections) collection.clear();
      for (const setting of settings) this.#settings.put(setting);
    });
  }

  /** @throws when the file cannot be read */
  check(): void {
    this.#db.prepare('SELECT 1').get();
  }

  close(): void {
    this.#db.close();
  }
}

/** Documents by id, in insertion order. */
export class Collection<T extends { id: string }> {
  readonly #db: DatabaseSync;
  readonly #name: string;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, name: string, indexes: string[][]) {
    this.#db = db;
    this.#name = name;
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${name} (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL)`,
    );
    for (const fields of indexes) {
      db.exec(`CREATE INDEX IF NOT EXISTS ${name}_${fields.join('_')} ON ${name} (${fields.map(json).join(', ')})`);
    }
  }

  get(id: string): T | undefined {
    return this.#rows('SELECT body FROM $ WHERE id = ?', [id])[0];
  }

  /** Inserts the document, or replaces the one with its id in place. */
  put(document: T): T {
    this.#statement('INSERT INTO $ (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body').run(
      document.id,
      JSON.stringify(document),
    );
    return document;
  }

  delete(id: string): boolean {
    return this.#statement('DELETE FROM $ WHERE id = ?').run(id).changes > 0;
  }

  /** Documents whose fields equal `match`. */
  find(match: Partial<Record<keyof T & string, SQLInputValue>> = {}, { oldestFirst, limit, skip }: Page = {}): T[] {
    const fields = Object.keys(match);
    const where = fields.length > 0 ? `WHERE ${fields.map((field) => `field(${field}) = ?`).join(' AND ')}` : '';
    return this.#rows(`SELECT body FROM $ ${where} ORDER BY seq ${oldestFirst ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`, [
      ...(Object.values(match) as SQLInputValue[]),
      limit ?? 1000,
      skip ?? 0,
    ]);
  }

  /** For conditions other than equality. `condition` is SQL over `field(…)`s of the body, and may order and limit. */
  where(condition: string, values: SQLInputValue[] = []): T[] {
    return this.#rows(`SELECT body FROM $ WHERE ${condition}`, values);
  }

  /** One row per group: `select` is SQL over `field(…)`s of the body. */
  aggregate<Row>(select: string): Row[] {
    return this.#statement(select).all() as Row[];
  }

  count(): number {
    return (this.#statement('SELECT count(*) AS n FROM $').get() as { n: number }).n;
  }

  /** Retains the `newest` documents; deletes older ones that match `condition`, SQL over `field(…)`s. */
  prune(newest: number, condition = '1'): void {
    this.#statement(`DELETE FROM $ WHERE seq <= (SELECT max(seq) FROM $) - ? AND ${condition}`).run(newest);
  }

  clear(): void {
    this.#statement('DELETE FROM $').run();
  }

  #rows(sql: string, values: SQLInputValue[]): T[] {
    return (this.#statement(sql).all(...values) as { body: string }[]).map((row) => JSON.parse(row.body) as T);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(
        sql.replaceAll('$', () => this.#name).replaceAll(/field\(([\w.]+)\)/g, (_, name: string) => json(name)),
      );
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const json = (field: string) => `json_extract(body, '$.${field}')`;
