import { Link } from '@shop/mfe-kit';
import { useMemo } from 'react';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { May } from '../../components/may.tsx';
import { RowButton } from '../../components/row-button.tsx';
import form from '../../components/form.module.css';
import type { Customization } from './api/customizations.ts';

const column = columnsOf<Customization>();
const values = (rows: Customization['metalPurity']): string => rows.map(({ value }) => value).join(', ') || '–';

/** Sorted by product group. */
export function CustomizationsTable({
  customizations,
  selected,
  onRemove,
}: {
  customizations: readonly Customization[];
  selected: string | undefined;
  onRemove(customization: Customization): void;
}) {
  const sorted = useMemo(
    () => customizations.toSorted((one, other) => one.productGroup.localeCompare(other.productGroup)),
    [customizations],
  );
  const columns = useMemo<Columns<Customization>>(
    () => [
      column.accessor('productGroup', {
        header: 'Product group',
        cell: ({ row: { original } }) => (
          <Link to={`/admin/group/${original.productGroup}`} className={form.cellLink}>
            {original.productGroup}
          </Link>
        ),
      }),
      column.accessor(({ metalPurity }) => values(metalPurity), { id: 'purity', header: 'Metal purity' }),
      column.accessor(({ stoneType }) => values(stoneType), { id: 'stone', header: 'Stone type' }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) => (
          <May permission="customizations.change">
            <span className={form.cellButtons}>
              <Link to={`?group=${original.productGroup}`} preventScrollReset className={form.cellLink}>
                Edit<span className="visually-hidden"> {original.productGroup}</span>
              </Link>
              <RowButton of={original.productGroup} onClick={() => onRemove(original)}>
                Delete
              </RowButton>
            </span>
          </May>
        ),
      }),
    ],
    [onRemove],
  );
  return (
    <DataTable
      caption="Customizations"
      columns={columns}
      rows={sorted}
      idOf={({ _id }) => _id}
      {...(selected && { selected })}
    />
  );
}
