import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { openScreen, press } from '../../testing/open-screen.tsx';
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
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Take the picture away' })));
    await waitFor(() => expect(picture()).toBeNull());
    expect(sent()).toEqual([['PATCH', `/admin/material/${gold._id}`, { image: null }]]);
    expect(toasts()).toEqual(['Material updated']);
  });
});
