// workbook.ts <CSV file> <file for the CSV read back>: makes a workbook of the first and reads it, with the module of the staff area, and
// prints what that took. A process of its own, because memory is the highest that it ever had.
import fs from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as Xlsx from '../../mfe-admin/src/components/xlsx.ts';
import type { WorkbookFigures } from './import.ts';

const zip = new URL('../../mfe-admin/src/components/zip.ts', import.meta.url);

// As the bundle has it.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'fflate' ? fileURLToPath(zip) : specifier, context),
});
const { csvOfXlsx, xlsxOfCsv } = (await import('../../mfe-admin/src/components/xlsx.ts')) as typeof Xlsx;

const [from, to] = process.argv.slice(2) as [string, string];
const peakMb = () => process.resourceUsage().maxRSS / 1024;
const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  return [await work(), (performance.now() - began) / 1000];
};

const csv = fs.readFileSync(from, 'utf8');
const before = peakMb();
const [workbook, writeSeconds] = await timed(() => xlsxOfCsv(csv));
const written = peakMb();
const [read, readSeconds] = await timed(() => csvOfXlsx(new File([workbook], 'bench.xlsx')));
fs.writeFileSync(to, Buffer.from(await read.arrayBuffer()));
const figures: WorkbookFigures = {
  ...{ bytes: workbook.size, writeSeconds, readSeconds },
  ...{ writeMb: written - before, peakMb: peakMb() - before },
};
console.log(JSON.stringify(figures));
