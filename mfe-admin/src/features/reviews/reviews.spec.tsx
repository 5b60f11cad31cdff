import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { openScreen, press, type } from '../../testing/open-screen.tsx';
import type { StaffReview } from './api/reviews.ts';
import { prefetch, ReviewsPage } from './reviews-page.tsx';

afterEach(cleanup);

const review: StaffReview = {
  _id: 'a'.repeat(24),
  user: { _id: 'b'.repeat(24), name: 'Asha' },
  rating: 2,
  review: 'Came late',
  bought: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  productId: 'c'.repeat(24),
  productGroup: 'AR-1042',
  productName: 'Meera Ring',
  hidden: false,
};

it('a review is hidden with a reason, and says so', async () => {
  const answers: Parameters<typeof openScreen>[2] = {
    'GET /admin/reviews': { body: { reviews: [review], totalCount: 1 } },
    [`PUT /admin/review/${review._id}`]: { body: { review } },
  };
  const { sent, toasts } = await openScreen(
    { Page: ReviewsPage, prefetch, path: '/admin/reviews' },
    '/admin/reviews',
    answers,
  );
  expect(screen.getByText('Asha, bought it')).toBeTruthy();
  await press(/^Hide/);
  await press('Hide');
  expect(await screen.findByText('Reason is required')).toBeTruthy();
  expect(sent()).toEqual([]);
  type('Reason', 'Not about the piece');
  const hidden = { ...review, hidden: true, hiddenReason: 'Not about the piece' };
  answers['GET /admin/reviews'] = { body: { reviews: [hidden], totalCount: 1 } };
  await press('Hide');
  expect(await screen.findByText('hidden')).toBeTruthy();
  expect(sent()).toEqual([['PUT', `/admin/review/${review._id}`, { hidden: true, reason: 'Not about the piece' }]]);
  expect(toasts()).toEqual(['The review is hidden']);
  expect(screen.getByRole('button', { name: /^Show/ })).toBeTruthy();
});
