/** Saves the text of a table as a file. */
export function saveCsv(name: string, text: string): void {
  // With a byte order mark: spreadsheets else take it for another encoding.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
