import { Link } from '@shop/mfe-kit';
import { Rating } from '@shop/ui/rating.tsx';
import { useMemo } from 'react';
import { Badge } from '@shop/ui/badge.tsx';
import { columnsOf, DataTable, type Columns } from '@shop/ui/data-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import form from '../../components/form.module.css';
import { dayText } from '../../components/texts.ts';
import type { StaffReview } from './api/reviews.ts';

const column = columnsOf<StaffReview>();

export function ReviewsTable({
  reviews,
  waiting,
  onChange,
}: {
  reviews: readonly StaffReview[];
  waiting: boolean;
  onChange(how: 'visibility' | 'answer' | 'photos', review: StaffReview): void;
}) {
  const columns = useMemo<Columns<StaffReview>>(
    () => [
      column.display({
        id: 'piece',
        header: 'Piece',
        cell: ({ row: { original } }) => (
          <Link to={`/product/group/${original.productGroup}?variant=${original.productId}`} className={form.cellLink}>
            {original.productName}
          </Link>
        ),
      }),
      column.accessor('rating', { header: 'Rating', cell: ({ getValue }) => <Rating value={getValue()} /> }),
      column.display({
        id: 'review',
        header: 'Review',
        cell: ({
          row: {
            original: { review, answer },
          },
        }) => (
          <span className={form.stack}>
            {review || 'No words'}
            {answer && <small className={form.soft}>Answer: {answer.text}</small>}
          </span>
        ),
      }),
      column.accessor(({ user, bought }) => (bought ? `${user.name}, bought it` : user.name), {
        id: 'by',
        header: 'By',
      }),
      column.accessor('createdAt', { header: 'When', cell: ({ getValue }) => dayText(getValue()) }),
      column.display({
        id: 'state',
        header: 'State',
        cell: ({ row: { original } }) =>
          original.hidden ? (
            <span className={form.stack}>
              <Badge tone="bad">hidden</Badge>
              {original.hiddenReason && <small className={form.soft}>{original.hiddenReason}</small>}
            </span>
          ) : (
            <Badge tone="good">shown</Badge>
          ),
      }),
      column.display({
        id: 'actions',
        header: 'Change',
        cell: ({ row: { original } }) => (
          <span className={form.cellButtons}>
            <RowButton
              of={`the review of ${original.user.name} on ${original.productName}`}
              onClick={() => onChange('visibility', original)}
            >
              {original.hidden ? 'Show' : 'Hide'}
            </RowButton>
            <RowButton
              of={`the review of ${original.user.name} on ${original.productName}`}
              onClick={() => onChange('answer', original)}
            >
              {original.answer ? 'Change answer' : 'Answer'}
            </RowButton>
            {original.photosForStaff && original.photosForStaff.length > 0 && (
              <RowButton
                of={`of the review of ${original.user.name} on ${original.productName}`}
                onClick={() => onChange('photos', original)}
              >
                {`Photographs (${original.photosForStaff.length})`}
              </RowButton>
            )}
          </span>
        ),
      }),
    ],
    [onChange],
  );
  return <DataTable caption="Reviews" columns={columns} rows={reviews} idOf={({ _id }) => _id} waiting={waiting} />;
}
