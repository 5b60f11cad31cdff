// Loaded when a workbook is chosen or asked for.
import { fromNeutral, neutral } from '@shop/contracts/browser';
import Papa from 'papaparse';
import { type CellValue, readSheet, type SheetData } from 'read-excel-file/universal';
import writeXlsxFile, { type Row } from 'write-excel-file/universal';
import { UnreadableFile } from './unreadable-file.ts';

/** Rows of a workbook, without the heads. It is read and written as a whole, in the browser; files of CSV have no such limit. */
const MOST_ROWS = 20_000;
const MOST_BYTES = 20_000_000;
const MOST = `At most ${MOST_ROWS.toLocaleString('en')} rows and ${MOST_BYTES / 1_000_000} MB: take CSV for more`;
/** Heads of columns of amounts: in all others a text such as the code 2.10 would come back as 2.1. */
const AMOUNTS = /\(rupees\)$/;
/** Digits that a spreadsheet keeps. */
const NUMBER = /^-?(?:0|[1-9]\d{0,9})(?:\.(\d{1,6}))?$/;

/**
 * The first sheet of a workbook as the CSV file that the services read. A number is written with the digits that it has, so no amount
 * changes; a formula is the value that it had when the workbook was saved.
 * @throws UnreadableFile
 */
export async function csvOfXlsx(file: File): Promise<File> {
  if (file.size > MOST_BYTES) throw new UnreadableFile(MOST);
  const rows = await sheetOf(await file.arrayBuffer());
  if (rows.length > MOST_ROWS + 1) throw new UnreadableFile(MOST);
  const lines = rows.map((cells) => cells.map((cell) => neutral(textOf(cell))));
  return new File([Papa.unparse(lines)], file.name.replace(/\.xlsx$/i, '.csv'), { type: 'text/csv' });
}

async function sheetOf(bytes: ArrayBuffer): Promise<SheetData> {
  try {
    return await readSheet(bytes, { trim: false });
  } catch {
    throw new UnreadableFile('This is not a workbook (XLSX) that can be read. Save it again, or as “CSV UTF-8”');
  }
}

function textOf(cell: CellValue | null): string {
  // The library declares the class in place of its instances.
  if ((cell as unknown) instanceof Date) return (cell as unknown as Date).toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cell === null ? '' : String(cell);
}

/** The workbook of a CSV file of a service. Texts are cells of text, which no spreadsheet computes. @throws UnreadableFile */
export async function xlsxOfCsv(csv: string): Promise<Blob> {
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { skipEmptyLines: true });
  if (data.length > MOST_ROWS + 1) throw new UnreadableFile(MOST);
  const [heads = [], ...lines] = data;
  const rows: Row[] = [
    heads.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...lines.map((cells) => cells.map((cell, at) => cellOf(cell, AMOUNTS.test(heads[at] ?? '')))),
  ];
  const columns = heads.map((head) => ({ width: Math.max(12, Math.min(40, head.length + 2)) }));
  return writeXlsxFile(rows, { columns, stickyRowsCount: 1 }).toBlob();
}

function cellOf(cell: string, isAmount: boolean): Row[number] {
  const comesBack = String(Number(cell)) === cell;
  if (!NUMBER.test(cell) || !(isAmount || comesBack)) return { value: fromNeutral(cell), type: String };
  const decimals = NUMBER.exec(cell)?.[1] ?? '';
  return { value: Number(cell), type: Number, ...(decimals !== '' && { format: `0.${'0'.repeat(decimals.length)}` }) };
}
