import { Link } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import type { MediumPlace } from '../../api/media.ts';
import form from '../../components/form.module.css';
import { pathOf, wordsOf } from './media-uses.tsx';

const column = columnsOf<MediumPlace>();
/** A clip has a place alone. */
const PLACES: Columns<MediumPlace> = [
  column.display({
    id: 'place',
    header: 'Place',
    cell: ({ row: { original } }) => (
      <Link to={pathOf(original.use)} className={form.cellLink}>
        {wordsOf(original.use)}
      </Link>
    ),
  }),
  column.accessor('alt', { header: 'Alternative text', cell: ({ getValue }) => getValue() ?? '–' }),
  column.accessor('focus', {
    header: 'Focal point',
    cell: ({ getValue }) => {
      const focus = getValue();
      return focus ? `${focus.x} % across, ${focus.y} % down` : '–';
    },
  }),
];

/** Where a picture or clip is shown. */
export function MediumPlaces({
  noun,
  shown,
  count = 0,
}: {
  noun: string;
  shown: MediumPlace[] | undefined;
  count?: number | undefined;
}) {
  if (!shown) return <p className={form.soft}>Not known right now. Try again in a moment.</p>;
  if (shown.length === 0) return <p>Nothing shows this {noun}.</p>;
  return (
    <>
      <DataTable
        caption={`What shows this ${noun}`}
        columns={noun === 'clip' ? PLACES.slice(0, 1) : PLACES}
        rows={shown}
        idOf={({ use: { kind, id } }) => `${kind} ${id}`}
      />
      {count > shown.length && <p className={form.soft}>And {count - shown.length} more.</p>}
      {noun === 'picture' && shown.some(({ use }) => use.kind === 'product') && (
        <p className={form.soft}>
          Alternative text and focal point belong to the place: they are changed in the pictures of the product.
        </p>
      )}
    </>
  );
}
