import crypto from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { BSON, type Document } from 'mongodb';

/** Of what is written and read at once. */
const CHUNK_BYTES = 256 * 1024;
const LENGTH_BYTES = 4;

/** What identifies a set of documents in any order. */
export interface Counted {
  documents: number;
  bytes: number;
  digest: string;
}

/** Counts documents and combines their hashes, so that the order in which they are read makes no difference. */
export class DocumentCounter {
  #documents = 0;
  #bytes = 0;
  readonly #combined = Buffer.alloc(32);

  add(document: Uint8Array): void {
    this.#documents += 1;
    this.#bytes += document.length;
    const hash = crypto.hash('sha256', document, 'buffer');
    for (const [index, byte] of hash.entries()) this.#combined[index]! ^= byte;
  }

  get counted(): Counted {
    return { documents: this.#documents, bytes: this.#bytes, digest: this.#combined.toString('hex') };
  }
}

/**
 * Writes documents to a new file as `mongodump --gzip` does: their BSON one after the other, compressed.
 *
 * @returns what was written, and the hash of the file
 */
export async function writeDocuments(
  file: string,
  documents: AsyncIterable<Uint8Array>,
): Promise<Counted & { sha256: string }> {
  const counter = new DocumentCounter();
  const hash = crypto.createHash('sha256');
  await pipeline(
    async function* () {
      let waiting: Uint8Array[] = [];
      let bytes = 0;
      for await (const document of documents) {
        counter.add(document);
        waiting.push(document);
        bytes += document.length;
        if (bytes < CHUNK_BYTES) continue;
        yield Buffer.concat(waiting);
        [waiting, bytes] = [[], 0];
      }
      if (bytes > 0) yield Buffer.concat(waiting);
    },
    zlib.createGzip({ level: 1, chunkSize: CHUNK_BYTES }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { ...counter.counted, sha256: hash.digest('hex') };
}

/** Passes the documents of a file to `consume`, in memory that does not grow with the file. */
export async function readDocuments(
  file: string,
  consume: (documents: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  await pipeline(fs.createReadStream(file), zlib.createGunzip({ chunkSize: CHUNK_BYTES }), documentsIn, consume);
}

async function* documentsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let needed = LENGTH_BYTES;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < needed) continue;
    let rest = Buffer.concat(waiting);
    for (;;) {
      needed = rest.length < LENGTH_BYTES ? LENGTH_BYTES : rest.readInt32LE(0);
      if (needed < LENGTH_BYTES) throw new Error('It holds something that is not BSON');
      if (rest.length < needed) break;
      yield rest.subarray(0, needed);
      rest = rest.subarray(needed);
    }
    [waiting, bytes] = [[rest], rest.length];
  }
  if (bytes > 0) throw new Error('It ends in the middle of a document');
}

const EXACT = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** A document that is stored with exactly these bytes: numbers keep their type, fields their order. */
export function exactDocument(bytes: Uint8Array): Document {
  const document = BSON.deserialize(bytes, EXACT);
  // JavaScript moves fields that are called like numbers to the front.
  return Buffer.compare(BSON.serialize(document), bytes) === 0 ? document : inOrder(bytes, BSON_OBJECT);
}

const [BSON_OBJECT, BSON_ARRAY] = [3, 4];
const EMPTY_NAME = Buffer.from([0]);

/** As maps, which keep the order of all fields. */
function inOrder(bytes: Uint8Array, type: number): Document {
  const fields = [...BSON.onDemand.parseToElements(bytes)].map(([type, nameAt, nameLength, at, length]) => {
    const name = Buffer.from(bytes.subarray(nameAt, nameAt + nameLength)).toString();
    const value = bytes.subarray(at, at + length);
    return [name, type === BSON_OBJECT || type === BSON_ARRAY ? inOrder(value, type) : single(type, value)] as const;
  });
  return type === BSON_ARRAY ? fields.map(([, value]) => value) : new Map(fields);
}

/** The value of an element, by way of a document that has no other. */
function single(type: number, value: Uint8Array): unknown {
  const length = LENGTH_BYTES + 1 + EMPTY_NAME.length + value.length + 1;
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeInt32LE(length);
  const bytes = Buffer.concat([head, Buffer.from([type]), EMPTY_NAME, value, EMPTY_NAME]);
  return BSON.deserialize(bytes, EXACT)[''];
}

/** The hash of a file's content. */
export async function hashOf(file: string): Promise<string> {
  const hash = crypto.createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}
