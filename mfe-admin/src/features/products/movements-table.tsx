import { Link } from '@shop/mfe-kit';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import form from '../../components/form.module.css';
import { momentText, sentence, shortId } from '../../components/texts.ts';
import type { Movement } from './api/movements.ts';

/** A piece in a checkout is not sold before there is an order. */
const nameOf = ({ kind, hold }: Movement): string => {
  const isOfCheckout = hold?.state === 'held' || hold?.state === 'released';
  if (isOfCheckout) return kind === 'sold' ? 'Taken by a checkout' : 'Given back by a checkout';
  return sentence(kind);
};

/** `+3`, `−1`. */
const signed = (delta: number): string => `${delta > 0 ? '+' : delta < 0 ? '−' : ''}${Math.abs(delta)}`;

const HOLD_TEXTS = {
  held: 'Not paid yet',
  sold: '',
  released: 'The checkout was given up',
  returned: 'The order was cancelled',
} as const;

const reasonOf = ({ reason, hold }: Movement): string => reason ?? (hold && HOLD_TEXTS[hold.state]) ?? '';

const column = columnsOf<Movement>();
const COLUMNS: Columns<Movement> = [
  column.accessor('at', {
    header: 'When',
    cell: ({ getValue }) => <span className={form.cellWhole}>{momentText(getValue())}</span>,
  }),
  column.display({ id: 'kind', header: 'What', cell: ({ row: { original } }) => nameOf(original) }),
  column.accessor('delta', {
    header: 'Change',
    meta: { isNumber: true },
    cell: ({ getValue }) => <strong className={form.cellWhole}>{signed(getValue())}</strong>,
  }),
  column.accessor('stockAfter', { header: 'Free after', meta: { isNumber: true } }),
  column.display({ id: 'reason', header: 'Reason', cell: ({ row: { original } }) => reasonOf(original) || '–' }),
  column.display({ id: 'by', header: 'Who', cell: ({ row: { original } }) => <Who {...original} /> }),
];

function Who({ by, hold }: Movement) {
  if (hold?.orderId) {
    return (
      <Link to={`/admin/order/${hold.orderId}`} className={form.cellLink}>
        Order #{shortId(hold.orderId)}
      </Link>
    );
  }
  if (hold) return 'A buyer';
  return by ? (by.name ?? 'Staff') : 'The shop';
}

const idOf = ({ number }: Movement) => String(number);

export function MovementsTable({ movements, waiting }: { movements: readonly Movement[]; waiting: boolean }) {
  return <DataTable caption="Movements" columns={COLUMNS} rows={movements} idOf={idOf} waiting={waiting} />;
}
