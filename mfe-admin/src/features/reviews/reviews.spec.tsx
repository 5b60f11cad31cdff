import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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
const PHOTOS = ['one', 'two'].map((name) => ({
  image: `/api/v1/images/${name}.webp`,
  width: 9,
  height: 9,
  hidden: false,
}));

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

it('a review is answered for the shop, and the answer is taken back by emptying it', async () => {
  const answers: Parameters<typeof openScreen>[2] = {
    'GET /admin/reviews': { body: { reviews: [review], totalCount: 1 } },
    [`PUT /admin/review/${review._id}/answer`]: { body: { review } },
  };
  const { sent, toasts } = await openScreen(
    { Page: ReviewsPage, prefetch, path: '/admin/reviews' },
    '/admin/reviews',
    answers,
  );
  await press(/^Answer/);
  type('Answer of the shop', ' We are sorry ');
  const answered = { ...review, answer: { text: 'We are sorry', answeredAt: '2026-11-21T10:00:00.000Z' } };
  answers['GET /admin/reviews'] = { body: { reviews: [answered], totalCount: 1 } };
  await press('Save');
  expect(await screen.findByText('Answer: We are sorry')).toBeTruthy();
  await press(/^Change answer/);
  type('Answer of the shop', '');
  await press('Save');
  expect(sent().map(([, , body]) => body)).toEqual([{ text: 'We are sorry' }, { text: '' }]);
  expect(toasts()).toEqual(['The answer is shown under the review', 'The answer is removed']);
});

it('one photograph of a review is hidden with a reason', async () => {
  const answers: Parameters<typeof openScreen>[2] = {
    'GET /admin/reviews': { body: { reviews: [{ ...review, photosForStaff: PHOTOS }], totalCount: 1 } },
    [`PUT /admin/review/${review._id}/photo`]: { body: { review } },
  };
  const { sent, toasts } = await openScreen(
    { Page: ReviewsPage, prefetch, path: '/admin/reviews' },
    '/admin/reviews',
    answers,
  );
  await press(/^Photographs \(2\)/);
  fireEvent.click(screen.getByRole('radio', { name: /^Photograph 2/ }));
  type('Reason', 'A face');
  await press('Hide');
  expect(sent()).toEqual([
    ['PUT', `/admin/review/${review._id}/photo`, { image: PHOTOS[1]!.image, hidden: true, reason: 'A face' }],
  ]);
  expect(toasts()).toEqual(['The photograph is hidden']);
});

it('reviews are narrowed to hidden ones, to stars and to one group, and nothing else in the address counts', async () => {
  const screens = { Page: ReviewsPage, prefetch, path: '/admin/reviews' };
  const { asked } = await openScreen(screens, '/admin/reviews?stars=2&group=ring', {
    'GET /admin/reviews': { body: { reviews: [review], totalCount: 1 } },
  });
  expect(asked[0]!.path).toBe('/admin/reviews?page=1&limit=25&stars=2');
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Reviews of AR-1042' })));
  await waitFor(() => expect(asked.at(-1)!.path).toBe('/admin/reviews?page=1&limit=25&group=AR-1042'));
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Hidden' })));
  await waitFor(() => expect(asked.at(-1)!.path).toContain('hidden=yes'));
});
