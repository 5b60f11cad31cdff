/** Saves the text of a table as a file. */
export const saveCsv = (name: string, text: string): void =>
  // With a byte order mark: spreadsheets else take it for another encoding.
  saveFile(name, new Blob(['\uFEFF', text], { type: 'text/csv' }));

export function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
