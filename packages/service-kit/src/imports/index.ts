export { csvFileOf, csvLines, rowsOfCsv, UnreadableTable } from './csv.ts';
export type { CellChange } from './import.schema.ts';
export { ImportRunner } from './import-runner.ts';
export type { AppliedRow, Cells, CheckedRow, ImportedBy, ImportTarget, RowToApply } from './import-target.ts';
export { Imports } from './imports.service.ts';
export { ImportsModule } from './imports.module.ts';
