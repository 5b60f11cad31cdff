import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { openScreen, press, pressInDialog } from '../../testing/open-screen.tsx';
import { prefetch, TagsPage } from './tags-page.tsx';

const gold = { _id: 'a'.repeat(24), tag: 'gold', sub: ['all'], image: '/api/v1/images/gold.webp' };

// Real: the screen and the API client. Stubbed: the gateway's answers.
describe('the materials', () => {
  afterEach(cleanup);

  it('stand beside their pictures, which can be taken away', async () => {
    const { image: _, ...without } = gold;
    const { sent, toasts } = await openScreen({ Page: TagsPage, prefetch, path: '/admin/tags' }, '/admin/tags', {
      'GET /materials': { body: { materials: [gold] } },
      [`PATCH /admin/material/${gold._id}`]: { body: { message: 'Material updated', material: without } },
    });
    const picture = () => screen.getByRole('cell', { name: 'gold' }).querySelector('img');
    expect(picture()!.src).toContain(gold.image);
    await press('Picture of gold');
    await pressInDialog('Take the picture away');
    await pressInDialog('Save');
    await waitFor(() => expect(picture()).toBeNull());
    expect(sent()).toEqual([['PATCH', `/admin/material/${gold._id}`, { image: null }]]);
    expect(toasts()).toEqual(['Material updated']);
  });

  it('are made to order where they say so, which is asked for and can be taken back', async () => {
    const patch = `PATCH /admin/material/${gold._id}`;
    const answers: Parameters<typeof openScreen>[2] = {
      'GET /materials': { body: { materials: [gold] } },
      [patch]: { body: { message: 'Material updated', material: { ...gold, madeToOrder: true } } },
    };
    const { sent } = await openScreen({ Page: TagsPage, prefetch, path: '/admin/tags' }, '/admin/tags', answers);
    expect(screen.queryByText('made to order')).toBeNull();
    await press('Make to order gold');
    expect(sent()).toEqual([]);
    await pressInDialog('Make to order');
    expect(await screen.findByText('made to order')).toBeTruthy();
    answers[patch] = { body: { message: 'Material updated', material: gold } };
    await press('Only ready pieces gold');
    await pressInDialog('Only ready pieces');
    await waitFor(() => expect(screen.queryByText('made to order')).toBeNull());
    expect(sent()).toEqual([
      ['PATCH', `/admin/material/${gold._id}`, { madeToOrder: true }],
      ['PATCH', `/admin/material/${gold._id}`, { madeToOrder: false }],
    ]);
  });
});
