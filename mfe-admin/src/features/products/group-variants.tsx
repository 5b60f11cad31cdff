import { LOW_STOCK_AT } from '@shop/contracts/browser';
import { Link } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { Select } from '@shop/ui/select.tsx';
import { Thumbnail } from '@shop/ui/thumbnail.tsx';
import { useMemo, type KeyboardEvent } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import type { StaffProduct } from '../../api/products.ts';
import form from '../../components/form.module.css';
import { MoneyField } from '../../components/number-field/money-field.tsx';
import { NumberField } from '../../components/number-field/number-field.tsx';
import { useMay } from '../../components/may.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { currentOf, toneOf, type GroupValues, type ProductGroup } from './api/product-groups.ts';
import s from './group-form.module.css';

type CountName = 'stock' | 'lowStockAt' | 'position';

interface CellProps {
  variant: StaffProduct;
  label: string;
}

function PriceCell({ variant, label }: CellProps) {
  const { control } = useFormContext<GroupValues>();
  return (
    <MoneyField<GroupValues>
      className={`${s.cell} ${s.price}`}
      control={control}
      name={`variants.${variant._id}.price` as never}
      label={label}
      of={`, ${toneOf(variant)}`}
    />
  );
}

interface CountCellProps extends CellProps {
  field: CountName;
  placeholder?: string;
  hint?: string;
}

function CountCell({ variant, field, label, ...input }: CountCellProps) {
  const { control } = useFormContext<GroupValues>();
  return (
    <NumberField<GroupValues>
      className={`${s.cell} ${field === 'stock' ? s.stock : ''}`}
      control={control}
      name={`variants.${variant._id}.${field}` as never}
      label={`${label}, ${toneOf(variant)}`}
      isStepped={false}
      {...input}
    />
  );
}

function StatusCell({ variant, label }: CellProps) {
  const { register, control } = useFormContext<GroupValues>();
  const name = `variants.${variant._id}.status` as const;
  const { errors } = useFormState({ control, name });
  return (
    <Select
      className={`${s.cell} ${s.status}`}
      label={`${label}, ${toneOf(variant)}`}
      error={errors.variants?.[variant._id]?.status?.message}
      {...register(name)}
    >
      <option value="draft">Draft</option>
      <option value="published">Published</option>
    </Select>
  );
}

const column = columnsOf<StaffProduct>();

const COLUMNS: Columns<StaffProduct> = [
  column.display({
    id: 'variant',
    header: 'Variant',
    cell: ({ row: { original } }) => (
      <span className={s.variant}>
        <Thumbnail src={original.images[0]} size={44} />
        <Link to={`/admin/product/${original._id}`} className={form.cellLink}>
          {toneOf(original)}
        </Link>
      </span>
    ),
  }),
  column.display({
    id: 'price',
    header: 'Price in ₹',
    cell: ({ row: { original } }) => <PriceCell variant={original} label="Price" />,
  }),
  column.display({
    id: 'stock',
    header: 'Free',
    cell: ({ row: { original } }) => (
      <CountCell
        variant={original}
        field="stock"
        label="Free pieces"
        hint={`${original.isLow ? 'Low; ' : ''}${original.held} held, ${original.sold} sold`}
      />
    ),
  }),
  column.display({
    id: 'lowStockAt',
    header: 'Low at',
    cell: ({ row: { original } }) => (
      <CountCell variant={original} field="lowStockAt" label="Stock is low at" placeholder={String(LOW_STOCK_AT)} />
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => <StatusCell variant={original} label="Status" />,
  }),
  column.display({
    id: 'position',
    header: 'Place',
    cell: ({ row: { original } }) => <CountCell variant={original} field="position" label="Place in its group" />,
  }),
];

/** ↑ and ↓ in a figure go to the same one of the next row. */
function moveInColumn(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const { target } = event;
  if (!step || event.altKey || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const cell = target.closest('td')!;
  const row = cell.parentElement as HTMLTableRowElement;
  const next = (row.parentElement as HTMLTableSectionElement).rows[row.sectionRowIndex + step];
  const input = next?.cells[cell.cellIndex]?.querySelector('input');
  input?.focus();
  input?.select();
}

/** The variants that are not archived, each a row of fields. */
export function GroupVariants({ group, onArchive }: { group: ProductGroup; onArchive(variant: StaffProduct): void }) {
  const mayChange = useMay()('products.change');
  const variants = useMemo(() => currentOf(group), [group]);
  const columns = useMemo<Columns<StaffProduct>>(
    () => [
      ...COLUMNS,
      ...(mayChange
        ? [
            column.display({
              id: 'actions',
              header: 'Change',
              cell: ({ row: { original } }) => (
                <span className={`${form.cellButtons} ${s.actions}`}>
                  <RowButton of={toneOf(original)} onClick={() => onArchive(original)}>
                    Archive
                  </RowButton>
                </span>
              ),
            }),
          ]
        : []),
    ],
    [mayChange, onArchive],
  );
  return (
    <div onKeyDown={moveInColumn}>
      <DataTable caption="Variants" columns={columns} rows={variants} idOf={({ _id }) => _id} />
    </div>
  );
}
