import { fromNeutral, neutral } from '@shop/contracts';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';

/** The file is no table that can be read: why, in words for staff. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}

/** Bytes of one row: more than the longest texts of any table have. */
const MAX_ROW_BYTES = 400_000;
const MAX_CELLS = 200;
/** Bytes that the parser gets at once: it makes rows of all of them before it waits for who reads. */
const FED_BYTES = 65_536;
const DELIMITERS = [',', ';', '\t'] as const;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The rows of a CSV file in UTF-8, one at a time, the heads first. Commas, semicolons and tabs part cells, as the first line has them. Line
 * ends inside a cell are `\n`, and what was made harmless in it is taken back.
 * @throws UnreadableTable
 */
export async function* rowsOfCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const texts = textsOf(bytes);
  const { value: first, done } = await texts.next();
  if (done) throw new UnreadableTable('The file is empty');
  const parser = parse({
    delimiter: delimiterOf(first),
    max_record_size: MAX_ROW_BYTES,
    relax_column_count: true,
    skip_empty_lines: false,
  });
  const fed = feed(parser, first, texts);
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (cells.length > MAX_CELLS) throw new UnreadableTable(`A row has at most ${MAX_CELLS} columns`);
      yield cells.map((cell) => fromNeutral(cell).replaceAll('\r\n', '\n'));
    }
    await fed;
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableTable(`This is not a CSV file: ${error.message}`);
    throw error;
  } finally {
    parser.destroy();
    await texts.return(undefined);
  }
}

/** Writes the texts as fast as the parser takes them; an error of theirs becomes the parser's. */
async function feed(parser: ReturnType<typeof parse>, first: string, texts: AsyncIterable<string>): Promise<void> {
  const write = async (text: string): Promise<void> => {
    if (parser.destroyed || parser.write(text)) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        parser.off('drain', goOn).off('close', goOn);
        resolve();
      };
      parser.on('drain', goOn).on('close', goOn);
    });
  };
  try {
    await write(first);
    for await (const text of texts) {
      if (parser.destroyed) return;
      await write(text);
    }
    if (!parser.destroyed) parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}

/** Without a byte order mark. */
async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
      if (!text.includes('\0')) return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    throw new UnreadableTable('This file cannot be read. Save the table as “CSV UTF-8”');
  };
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += FED_BYTES) {
      const text = decode(chunk.subarray(at, at + FED_BYTES));
      if (text !== '') yield text;
    }
  }
  const rest = decode();
  if (rest !== '') yield rest;
  return undefined;
}

function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/u, 1);
  const count = (one: string) => line.split(one).length;
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0]!;
}

/** Lines of a CSV file. No cell begins a formula. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : stringify(
        rows.map((cells) => cells.map(neutral)),
        { record_delimiter: 'windows' },
      );

/** A file of rows as they come, with a byte order mark: spreadsheets else take it for another encoding. */
export async function* csvFileOf(
  heads: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLines([heads]));
  for await (const rows of batches) yield Buffer.from(csvLines(rows));
}
