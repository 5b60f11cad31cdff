import { Link } from '@shop/mfe-kit';
import { Badge } from '@shop/ui/badge.tsx';
import { Rating } from '@shop/ui/rating.tsx';
import form from '../../components/form.module.css';
import type { Column } from '../../components/list/list.ts';
import { RowButton } from '../../components/row-button.tsx';
import { dayText } from '../../components/texts.ts';
import type { StaffReview } from './api/reviews.ts';

/** What staff do to a review. */
export type Change = 'visibility' | 'answer' | 'photos';

export const reviewColumns = (onChange: (how: Change, review: StaffReview) => void): readonly Column<StaffReview>[] => [
  {
    id: 'piece',
    header: 'Piece',
    isFixed: true,
    width: '13.5rem',
    cell: ({ productGroup, productId, productName }) => (
      <span className={form.stack}>
        <Link to={`/product/group/${productGroup}?variant=${productId}`} className={form.cellLink}>
          {productName}
        </Link>
        <Link to={`/admin/reviews?group=${productGroup}`} className={form.cellLink}>
          <span className="visually-hidden">Reviews of</span> {productGroup}
        </Link>
      </span>
    ),
    csv: ({ productName, productGroup }) => `${productName}, ${productGroup}`,
  },
  { id: 'rating', header: 'Rating', cell: ({ rating }) => <Rating value={rating} />, csv: ({ rating }) => rating },
  {
    id: 'review',
    header: 'Review',
    width: '10.5rem',
    cell: ({ review, answer }) => (
      <span className={form.stack}>
        <span>{review || 'No words'}</span>
        {answer && <small className={form.soft}>Answer: {answer.text}</small>}
      </span>
    ),
    csv: ({ review }) => review,
  },
  {
    id: 'answer',
    header: 'Answer',
    isHiddenFirst: true,
    cell: ({ answer }) => answer?.text ?? '–',
    csv: ({ answer }) => answer?.text ?? '',
  },
  {
    id: 'by',
    header: 'By',
    width: '8rem',
    cell: ({ user, bought }) => (
      <span className={form.cellWords}>{bought ? `${user.name}, bought it` : user.name}</span>
    ),
    csv: ({ user }) => user.name,
  },
  { id: 'when', header: 'When', cell: ({ createdAt }) => dayText(createdAt), csv: ({ createdAt }) => createdAt },
  {
    id: 'state',
    header: 'State',
    width: '7rem',
    cell: ({ hidden, hiddenReason }) =>
      hidden ? (
        <span className={form.stack}>
          <Badge tone="bad">hidden</Badge>
          {hiddenReason && <small className={form.soft}>{hiddenReason}</small>}
        </span>
      ) : (
        <Badge tone="good">shown</Badge>
      ),
    csv: ({ hidden }) => (hidden ? 'hidden' : 'shown'),
  },
  {
    id: 'actions',
    header: 'Change',
    width: 'none',
    cell: (review) => {
      const of = `the review of ${review.user.name} on ${review.productName}`;
      return (
        <span className={form.cellButtons}>
          <RowButton of={of} onClick={() => onChange('visibility', review)}>
            {review.hidden ? 'Show' : 'Hide'}
          </RowButton>
          <RowButton of={of} onClick={() => onChange('answer', review)}>
            {review.answer ? 'Change answer' : 'Answer'}
          </RowButton>
          {review.photosForStaff && review.photosForStaff.length > 0 && (
            <RowButton
              of={`of the review of ${review.user.name} on ${review.productName}`}
              onClick={() => onChange('photos', review)}
            >
              {`Photographs (${review.photosForStaff.length})`}
            </RowButton>
          )}
        </span>
      );
    },
  },
];
