import { saveFile } from './save-file.ts';

const loadXlsx = () => import(/* webpackChunkName: "xlsx" */ './xlsx.ts');

/** What a field for tables takes. */
export const TABLE_FILES = '.csv,.xlsx,text/csv';

/** A table as the CSV that services read: a workbook is turned into it. @throws UnreadableFile */
export const csvFileOf = async (chosen: File): Promise<File> =>
  /\.xlsx$/i.test(chosen.name) ? (await loadXlsx()).csvOfXlsx(chosen) : chosen;

/** In spreadsheets and pictures, and in no text: what `textOfTable` answers of a file that cannot be read. */
export const NO_TEXT = '\0';

/** Its text, for calls that take it as one. */
export const textOfTable = (chosen: File): Promise<string> =>
  csvFileOf(chosen)
    .then((file) => file.text())
    .catch(() => NO_TEXT);

/** Saves the CSV of a service as a workbook. @throws UnreadableFile where it has too many rows */
export async function saveXlsx(name: string, csv: string): Promise<void> {
  saveFile(name, await (await loadXlsx()).xlsxOfCsv(csv));
}
