import { Link } from '@shop/mfe-kit';
import { columnsOf, type Columns } from '@shop/ui/data-table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import form from '../../components/form.module.css';
import { editRowsQuery, type ProductEdit, type ProductEditRow } from './api/product-edits.ts';
import { ChangedFields, CheckedRows, RowState, useRowsFilter } from './checked-rows.tsx';
import { FIELD_NAMES, ROW_STATE_NAMES, ROW_STATE_TONES, ROW_STATES, valueText } from './edit-texts.ts';

const UNDONE = { restored: ' (restored)', kept: ' (changed since)' } as const;

const column = columnsOf<ProductEditRow>();
const COLUMNS: Columns<ProductEditRow> = [
  column.display({
    id: 'product',
    header: 'Product',
    cell: ({ row: { original } }) => (
      <span className={form.cellLines}>
        <Link to={`/admin/product/${original.productId}`} className={form.cellLink}>
          {original.name}, {original.metalTone}
        </Link>
        <code>{original.productGroup}</code>
      </span>
    ),
  }),
  column.display({
    id: 'fields',
    header: 'From → to',
    cell: ({ row: { original } }) => (
      <ChangedFields
        changes={original.fields.map(({ field, before, after, undone }) => ({
          name: FIELD_NAMES[field],
          before: valueText(field, before),
          after: valueText(field, after),
          note: undone && original.state === 'kept' && UNDONE[undone],
        }))}
      />
    ),
  }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <RowState
        name={ROW_STATE_NAMES[original.state]}
        tone={ROW_STATE_TONES[original.state]}
        why={original.why.map(({ field, message }) => ({ about: field && FIELD_NAMES[field], message }))}
      />
    ),
  }),
];

/** What an edit does or did to each product, what stays as it is first. */
export function EditRows({ edit }: { edit: ProductEdit }) {
  const filter = useRowsFilter(ROW_STATES);
  const query = useQuery({ ...editRowsQuery(edit, filter), placeholderData: keepPreviousData });
  return (
    <CheckedRows
      query={query}
      shown={filter.state}
      names={ROW_STATE_NAMES}
      counts={edit.counts}
      noun="product"
      caption="Products of this edit"
      columns={COLUMNS}
    />
  );
}
