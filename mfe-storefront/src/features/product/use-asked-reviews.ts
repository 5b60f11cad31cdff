import { STAY, useLocation, useNavigate, useSearchParams } from '@shop/mfe-kit';
import { useState } from 'react';
import { askedReviews, type AskedReviews, FIRST_REVIEWS } from './api/product.ts';

/** Which reviews are shown. Their order is in the address, also after Back. */
export function useAskedReviews(): [AskedReviews, (next: AskedReviews) => void] {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [asked, setShown] = useState(() => askedReviews(search));
  const { sort } = askedReviews(search);
  const [addressed, setAddressed] = useState(sort);
  if (sort !== addressed) {
    setAddressed(sort);
    setShown({ ...asked, sort });
  }
  const setAsked = (next: AskedReviews) => {
    setShown(next);
    if (next.sort === sort) return;
    const query = new URLSearchParams(search);
    query.delete('reviews');
    if (next.sort !== FIRST_REVIEWS.sort) query.set('reviews', next.sort);
    void navigate({ pathname, search: String(query) }, { replace: true, state: STAY });
  };
  return [asked, setAsked];
}
