import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoData } from '../../infra/run/programs.ts';
import { type LoneService, runToEnd, withLoneService } from './lone-service.ts';

export const description =
  'An import of new products from CSV by staff, by HTTP: check, apply, export and the same file again ([--xlsx] [--rows N]: 100,000, of a workbook 20,000)';

const CSV_ROWS = 100_000;
/** The most that the staff's page reads. */
const WORKBOOK_ROWS = 20_000;
/** Of 100,000 rows: check and apply together. */
const MAX_MINUTES = 15;
/** By how much the memory of catalog grows by then. */
const MAX_GROWTH_MB = 200;
/** Of 20,000 rows as a workbook: making and reading it, and the memory of the page by then. */
const MAX_WORKBOOK_SECONDS = 60;
const MAX_WORKBOOK_MB = 1_500;
const PART_BYTES = 4_000_000;
const POLL_MS = 250;
/** Pieces of one group. */
const PIECES = 4;

interface Import {
  _id: string;
  state: string;
  problem?: string;
  seen: number;
  counts: Record<'new' | 'created' | 'same' | 'problem' | 'skipped' | 'planned', number>;
}

/** What `workbook.ts` prints: of making a workbook and reading it. */
export interface WorkbookFigures {
  bytes: number;
  writeSeconds: number;
  readSeconds: number;
  /** How much more memory than before, at most: after writing, and after both. */
  writeMb: number;
  peakMb: number;
}

/** @returns whether the targets were met. */
export async function run(args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { rows: { type: 'string' }, xlsx: { type: 'boolean', default: false } },
  });
  const rows = Number(values.rows ?? (values.xlsx ? WORKBOOK_ROWS : CSV_ROWS));
  const fill = (setting: Parameters<typeof demoData>[0]) =>
    runToEnd(demoData(setting, 'catalog', ['--products', '10']));
  return withLoneService({ service: 'catalog', name: 'bench-import', fill }, (one) => measure(one, rows, values.xlsx));
}

async function measure({ url, cookie, pid }: LoneService, rows: number, isXlsx: boolean): Promise<boolean> {
  const api = `${url}/api/v1/admin`;
  const send = async (method: string, at: string, body?: object): Promise<Import> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${api}/product-imports${at}`, {
      method,
      headers: { cookie, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${at} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { import: Import }).import;
  };
  const upload = async (bytes: Buffer): Promise<Import> => {
    const begun = await send('POST', '', { fileName: 'bench.csv', bytes: bytes.length });
    for (let number = 0; number * PART_BYTES < bytes.length; number += 1) {
      const form = new FormData();
      const part = bytes.subarray(number * PART_BYTES, (number + 1) * PART_BYTES);
      form.set('part', new Blob([new Uint8Array(part)]), 'part');
      await send('PUT', `/${begun._id}/parts/${number}`, form);
    }
    return begun;
  };
  const reaches = async (id: string, state: string): Promise<Import> => {
    for (;;) {
      const now = await send('GET', `/${id}`);
      if (now.state === state) return now;
      if (now.state === 'refused') throw new Error(`It is refused: ${now.problem}`);
      await wait(POLL_MS);
    }
  };
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const began = performance.now();
    return [await work(), (performance.now() - began) / 1000];
  };

  const csv = await fileOf(api, cookie, rows);
  const workbook = isXlsx ? throughWorkbook(csv) : undefined;
  const bytes = workbook?.csv ?? Buffer.from(csv);
  const before = memoryOf(pid, 'VmRSS');
  const [checked, checkSeconds] = await timed(async () => reaches((await upload(bytes))._id, 'checked'));
  const [applied, applySeconds] = await timed(async () => {
    await send('POST', `/${checked._id}/apply`);
    return reaches(checked._id, 'applied');
  });
  const [exported, exportSeconds] = await timed(async () => {
    const answer = await fetch(`${api}/products/export`, { headers: { cookie } });
    return Buffer.from(await answer.arrayBuffer());
  });
  const [again, againSeconds] = await timed(async () => reaches((await upload(bytes))._id, 'checked'));
  const growth = memoryOf(pid, 'VmHWM') - before;
  const minutes = (checkSeconds + applySeconds) / 60;
  const share = rows / 100_000;
  console.log(
    [
      `${rows} new products as drafts, ${(bytes.length / 1e6).toFixed(1)} MB of CSV`,
      ...(workbook ? [textOf(workbook.figures)] : []),
      `check ${checkSeconds.toFixed(1)} s with the upload, ${checked.counts.new} new, ${checked.counts.problem} with a problem`,
      `apply ${applySeconds.toFixed(1)} s, ${applied.counts.created} created, ${applied.counts.skipped} skipped`,
      `check and apply ${minutes.toFixed(1)} minutes (at most ${(MAX_MINUTES * share).toFixed(1)})`,
      `export ${exportSeconds.toFixed(1)} s, ${(exported.length / 1e6).toFixed(1)} MB`,
      `the same file again ${againSeconds.toFixed(1)} s: ${again.counts.same} with nothing to change`,
      `memory of catalog ${before.toFixed(0)} MB before, at most ${growth.toFixed(0)} MB more (at most ${MAX_GROWTH_MB})`,
    ].join('\n'),
  );
  return (
    applied.counts.created === rows &&
    again.counts.same === rows &&
    minutes <= MAX_MINUTES * share &&
    growth <= MAX_GROWTH_MB &&
    (!workbook || isSmall(workbook.figures))
  );
}

/** The CSV of the workbook of a CSV, as the staff area makes both. */
function throughWorkbook(csv: string): { csv: Buffer; figures: WorkbookFigures } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-workbook-'));
  try {
    const [from, to] = ['from.csv', 'to.csv'].map((name) => path.join(folder, name)) as [string, string];
    fs.writeFileSync(from, csv);
    const printed = execFileSync(process.execPath, [path.join(import.meta.dirname, 'workbook.ts'), from, to], {
      encoding: 'utf8',
    });
    return { csv: fs.readFileSync(to), figures: JSON.parse(printed) as WorkbookFigures };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const textOf = ({ bytes, writeSeconds, readSeconds, writeMb, peakMb }: WorkbookFigures): string =>
  [
    `workbook of ${(bytes / 1e6).toFixed(1)} MB: made in ${writeSeconds.toFixed(1)} s, read in ${readSeconds.toFixed(1)} s`,
    `(at most ${MAX_WORKBOOK_SECONDS} together), ${writeMb.toFixed(0)} MB more memory for making it,`,
    `${peakMb.toFixed(0)} with reading it (at most ${MAX_WORKBOOK_MB})`,
  ].join(' ');

const isSmall = ({ writeSeconds, readSeconds, peakMb }: WorkbookFigures): boolean =>
  writeSeconds + readSeconds <= MAX_WORKBOOK_SECONDS && peakMb <= MAX_WORKBOOK_MB;

/** Copies of one exported piece, in groups of their own. */
async function fileOf(api: string, cookie: string, rows: number): Promise<string> {
  const answer = await fetch(`${api}/products/export`, { headers: { cookie } });
  const [heads, first] = (await answer.text()).replace('\uFEFF', '').split('\r\n') as [string, string];
  const names = heads.split(',');
  const rest = first.split(',').slice(names.indexOf('Metal tones') + 1);
  const status = names.indexOf('Status') - names.indexOf('Metal tones') - 1;
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = [...rest];
    cells[status] = 'draft';
    return [`ZZ-${100_000 + Math.floor(row / PIECES)}`, `Tone ${row % PIECES}`, ...cells].join(',');
  });
  return [heads, ...lines, ''].join('\r\n');
}

/** MB that are in memory: now (`VmRSS`) or at most so far (`VmHWM`). Linux. */
const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
