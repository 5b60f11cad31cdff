import { catalog } from '@shop/contracts/browser';
import { call, Link, type Prefetch } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { buttonClass } from '@shop/ui/button.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FileField } from '../../components/file-field.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { May } from '../../components/may.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { pageIn, usePaging } from '../../components/paging.ts';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { TABLE_FILES } from '../../components/table-file.ts';
import { momentText } from '../../components/texts.ts';
import { refusalOf } from '../../components/refusal.ts';
import { useUnsaved } from '../../components/unsaved.ts';
import { useLeadOn } from '../../components/use-lead-on.ts';
import { FILE_TIMEOUT_MS, WorkbookButton } from '../../components/workbook-button.tsx';
import { productColumnsQuery, productImportsQuery, sendProducts, type ProductImport } from './api/product-imports.ts';
import { countsText, IMPORT_STATE_NAMES, IMPORT_STATE_TONES } from './import-texts.ts';
import s from './product-edit-page.module.css';

const PAGE_SIZE = 25;
const EXPORT = '/api/v1/admin/products/export';

export const prefetch: Prefetch = (queryClient, { url }) => {
  const page = pageIn(new URL(url).searchParams);
  void queryClient.prefetchQuery(productImportsQuery({ page, limit: PAGE_SIZE }));
  void queryClient.prefetchQuery(productColumnsQuery);
  return staffHead('Import and export');
};

/** Products as a file and back: export, template, a new import, those before, and what the columns mean. */
export function ProductImportsPage() {
  const { page, hrefOfPage } = usePaging();
  const imports = useQuery({ ...productImportsQuery({ page, limit: PAGE_SIZE }), placeholderData: keepPreviousData });
  const columns = useQuery(productColumnsQuery);
  return (
    <StaffFrame title="Import and export">
      <div className={s.page}>
        <section className={s.part} aria-labelledby="export">
          <h2 id="export">Products to a file</h2>
          <p className={form.soft}>
            All products with their stock, but archived ones. The file can be changed and imported again.
          </p>
          <div className={form.buttons}>
            <a className={buttonClass('secondary')} href={EXPORT} download="products.csv">
              Export products (CSV)
            </a>
            <WorkbookButton
              name="products.xlsx"
              load={() => call(catalog.exportProducts, { timeoutMs: FILE_TIMEOUT_MS })}
            >
              Export products (XLSX)
            </WorkbookButton>
            <a className={buttonClass('secondary')} href={`${EXPORT}?template=yes`} download="products-template.csv">
              Empty template
            </a>
          </div>
        </section>
        <May permission="products.change">
          <Upload />
        </May>
        <section className={s.part} aria-labelledby="before">
          <h2 id="before">Imports</h2>
          <PagedList
            query={imports}
            rowsOf={(answer) => answer.imports}
            what="imports"
            counted={['import']}
            none="Nothing was imported yet"
            pageSize={PAGE_SIZE}
            page={page}
            hrefOfPage={hrefOfPage}
          >
            {(rows, waiting) => (
              <DataTable caption="Imports of products" columns={COLUMNS} rows={rows} idOf={idOf} waiting={waiting} />
            )}
          </PagedList>
        </section>
        <section className={s.part} aria-labelledby="columns">
          <h2 id="columns">Columns</h2>
          <Loaded query={columns} what="columns">
            {(loaded) => (
              <ul className={s.fields}>
                {loaded.columns.map(({ head, about, isRequired }) => (
                  <li key={head}>
                    <strong>{head}</strong>: {about}
                    {isRequired && '. Required'}
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </section>
      </div>
    </StaffFrame>
  );
}

const column = columnsOf<ProductImport>();
const COLUMNS: Columns<ProductImport> = [
  column.display({
    id: 'file',
    header: 'File',
    cell: ({ row: { original } }) => (
      <Link to={`/admin/product-import/${original._id}`} className={form.cellLink}>
        {original.fileName}
      </Link>
    ),
  }),
  column.display({ id: 'at', header: 'When', cell: ({ row: { original } }) => momentText(original.createdAt) }),
  column.display({ id: 'by', header: 'Who', cell: ({ row: { original } }) => original.by.name ?? 'Staff' }),
  column.display({ id: 'rows', header: 'Rows', cell: ({ row: { original } }) => countsText(original) || '–' }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <Badge tone={IMPORT_STATE_TONES[original.state]}>{IMPORT_STATE_NAMES[original.state]}</Badge>
    ),
  }),
];
const idOf = ({ _id }: ProductImport) => _id;

/** Sends a file as soon as it is chosen, and goes to its check. */
function Upload() {
  const leadOn = useLeadOn();
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  useUnsaved(sent !== undefined);
  const send = async (file: File): Promise<void> => {
    sending.current = new AbortController();
    const { signal } = sending.current;
    setError(undefined);
    setSent(0);
    try {
      const { _id } = await sendProducts(file, setSent, signal);
      await leadOn(`/admin/product-import/${_id}`);
    } catch (refused) {
      setError(refusalOf(refused, 'Upload failed'));
    } finally {
      setSent(undefined);
    }
  };
  return (
    <section className={s.part} aria-labelledby="import">
      <h2 id="import">Products from a file</h2>
      <FileField
        label="File of products (CSV or XLSX)"
        hint="With the columns of the export, in the first sheet. Every row is checked first, and nothing is changed"
        accept={TABLE_FILES}
        disabled={sent !== undefined}
        error={error}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void send(file);
          currentTarget.value = '';
        }}
      />
      {sent !== undefined && (
        <div className={s.progress}>
          <progress value={sent} max={1} aria-label="Of the file that arrived" />
        </div>
      )}
    </section>
  );
}
