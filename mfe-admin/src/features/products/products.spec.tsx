import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { StaffProduct } from '../../api/products.ts';
import { openScreen, press, problem, type } from '../../testing/stage.tsx';
import { ProductPage, prefetch as prefetchProduct } from './product-page.tsx';
import { prefetch, ProductsPage } from './products-page.tsx';

const list = { Page: ProductsPage, prefetch, path: '/admin/products' };
const one = { Page: ProductPage, prefetch: prefetchProduct, path: '/admin/product/:id' };
const ID = 'a'.repeat(24);
const ring: StaffProduct = {
  _id: ID,
  name: 'Meera Ring',
  productGroup: 'AR-1042',
  price: 32_950,
  images: ['/meera.svg'],
  metalTone: 'Yellow Gold',
  category: { main: 'ring' },
  material: { tag: 'gold' },
  rating: 0,
  ratingCount: 0,
  stock: 5,
  shortDescription: 'A solitaire.',
  customizable: true,
  detailsModel: 'RingDetails',
  detailsRef: {
    _id: 'd'.repeat(24),
    metalTone: ['Yellow Gold'],
    metalPurity: ['14K', '18K'],
    stoneType: [],
    weight: 3.2,
    careInstructions: 'Wipe it.',
    packaging: 'A box.',
    hypoallergenic: true,
    certification: { isHallmarked: true, isCertified: false },
    sizeOptions: ['10', '12'],
    engravingAvailable: true,
  },
  createdAt: '2026-11-20T10:00:00.000Z',
  status: 'published',
  position: 0,
  featured: 3,
  held: 1,
  sold: 2,
  updatedAt: '2026-11-20T10:00:00.000Z',
};

let answers: Parameters<typeof openScreen>[2];
beforeEach(() => {
  answers = {
    'GET /admin/products': { body: { products: [ring], totalCount: 1 } },
    [`GET /admin/product/${ID}`]: { body: { product: ring } },
    'GET /categories': {
      body: { categories: [{ _id: 'c'.repeat(24), main: 'ring', sub: ['band'] }] },
    },
    'GET /materials': { body: { materials: [{ _id: 'e'.repeat(24), tag: 'gold', sub: [] }] } },
  };
  for (const plural of ['metal-tones', 'metal-purities', 'stonetypes', 'occasions', 'ring-sizes', 'finishes'])
    answers[`GET /${plural}`] = { body: { data: [] } };
});
afterEach(cleanup);

describe('the list of products', () => {
  it('shows every variant with what is free, held and sold', async () => {
    const { asked } = await openScreen(list, '/admin/products?status=published&q=meera', answers);
    const row = screen.getAllByRole('row')[1]!;
    for (const text of ['Meera Ring', 'AR-1042', 'Yellow Gold, gold', '₹32,950.00', '5 and 1 held', 'published']) {
      expect(row.textContent).toContain(text);
    }
    expect(within(row).getByRole('link').getAttribute('href')).toBe(`/admin/product/${ID}`);
    expect(asked[0]!.path).toBe('/admin/products?page=1&limit=25&q=meera&status=published');
  });

  it('archives one once that is confirmed', async () => {
    answers[`DELETE /admin/product/${ID}`] = { body: { message: 'Archived' } };
    const { sent, toasts } = await openScreen(list, '/admin/products', answers);
    await press('Delete Meera Ring, Yellow Gold');
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('orders, invoices and reviews keep working');
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
    await waitFor(() => expect(toasts()).toEqual(['Archived']));
    expect(sent()).toEqual([['DELETE', `/admin/product/${ID}`, undefined]]);
  });
});

describe('a product', () => {
  const put = `PUT /admin/product/${ID}`;

  it('is changed without its stock, so that what is sold meanwhile stays sold', async () => {
    answers[put] = { body: { product: { ...ring, name: 'Meera Solitaire' } } };
    const { sent, toasts } = await openScreen(one, `/admin/product/${ID}`, answers);
    type('Name', 'Meera Solitaire');
    await press('Update');
    await waitFor(() => expect(toasts()).toEqual(['Product updated']));
    const [, , body] = sent()[0]! as [string, string, Record<string, unknown>];
    expect(body).toMatchObject({
      name: 'Meera Solitaire',
      price: 32_950,
      video: null,
      category: { main: 'ring' },
      detailsRef: { sizeOptions: ['10', '12'], weight: 3.2, engravingAvailable: true },
    });
    expect(body).not.toHaveProperty('stock');
    expect(Object.keys(body.detailsRef as object)).not.toContain('chainLengths');
  });

  it('says what the stock is now when it moved meanwhile', async () => {
    answers[put] = problem(409, 'product.stock-moved', 'The stock changed meanwhile. Please look again');
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    type('Free pieces', '9');
    answers[`GET /admin/product/${ID}`] = { body: { product: { ...ring, stock: 4 } } };
    await press('Update');
    expect(await screen.findByText('It is 4 now. Say again what it should be')).toBeTruthy();
    expect(sent()[0]![2]).toMatchObject({ stock: 9, stockBefore: 5 });
    type('Free pieces', '8');
    answers[put] = { body: { product: { ...ring, stock: 8 } } };
    await press('Update');
    await waitFor(() => expect(sent()[1]?.[2]).toMatchObject({ stock: 8, stockBefore: 4 }));
  });

  it('takes values in an order: the first one stands for the piece', async () => {
    answers[put] = { body: { product: ring } };
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    type('Metal purities', '22K');
    fireEvent.keyDown(screen.getByLabelText('Metal purities'), { key: 'Enter' });
    await press('22K first');
    await press('Remove 14K');
    await press('Update');
    await waitFor(() => expect(sent()[0]?.[2]).toMatchObject({ detailsRef: { metalPurity: ['22K', '18K'] } }));
  });

  it('takes pictures as files: they are sent at once, after those that are there', async () => {
    answers['POST /admin/images'] = ({ body }) => {
      const { image } = body as { image: string };
      if (image === 'page.jpg') return problem(400, 'request.invalid', 'Check', { image: 'This is no picture' });
      return { status: 201, body: { image: { src: `/api/v1/images/${image}`, width: 9, height: 9 } } };
    };
    answers[put] = { body: { product: ring } };
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    const files = ['front.jpg', 'page.jpg', 'never.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }));
    await act(async () => fireEvent.change(screen.getByLabelText('Add pictures'), { target: { files } }));
    expect(await screen.findByText('page.jpg: This is no picture')).toBeTruthy();
    await press('Update');
    await waitFor(() => expect(sent().at(-1)?.[0]).toBe('PUT'));
    expect(sent().at(-1)![2]).toMatchObject({ images: ['/meera.svg', '/api/v1/images/front.jpg'] });
    expect(sent().filter(([method]) => method === 'POST').length).toBe(2);
  });

  it('takes a clip as a file: it is sent at once and shown, and may be removed again', async () => {
    answers['POST /admin/videos'] = ({ body }) => {
      const { video } = body as { video: string };
      if (video === 'film.mov') return problem(400, 'request.invalid', 'Check', { video: 'Only MP4 videos are taken' });
      return { status: 201, body: { video: { src: `/api/v1/videos/${video}`, width: 9, height: 9 } } };
    };
    answers[put] = { body: { product: ring } };
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    const choose = (label: string, file: File) =>
      act(async () => fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } }));
    await choose('Add a clip', new File([new Uint8Array(10_000_001)], 'long.mp4'));
    expect(screen.getByText('long.mp4: A video may have at most 10 MB')).toBeTruthy();
    expect(sent()).toEqual([]);
    await choose('Add a clip', new File(['x'], 'film.mov'));
    expect(await screen.findByText('film.mov: Only MP4 videos are taken')).toBeTruthy();
    await choose('Add a clip', new File(['x'], 'turn.mp4'));
    expect((await screen.findByLabelText('The clip now')).getAttribute('src')).toBe('/api/v1/videos/turn.mp4');
    await press('Update');
    await waitFor(() => expect(sent().at(-1)?.[2]).toMatchObject({ video: '/api/v1/videos/turn.mp4' }));
    await choose('Add a clip', new File(['x'], 'other.mp4'));
    await press('Remove the clip');
    await press('Update');
    await waitFor(() => expect(sent().at(-1)?.[2]).toMatchObject({ video: null }));
    expect(sent().filter(([method]) => method === 'PUT').length).toBe(2);
  });

  it('has the fields of its kind', async () => {
    await openScreen(one, `/admin/product/${ID}`, answers);
    expect(screen.getByLabelText('Ring sizes')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Kind of piece'), { target: { value: 'NecklaceDetails' } });
    expect(await screen.findByLabelText('Chain lengths')).toBeTruthy();
    expect(screen.queryByLabelText('Ring sizes')).toBeNull();
    expect(screen.queryByLabelText('Can be engraved')).toBeNull();
  });

  it('is not sent while something is missing', async () => {
    const { sent } = await openScreen(one, '/admin/product/new', answers);
    await press('Create');
    for (const text of [
      'Name is required',
      'A group code looks like AR-1042',
      'A piece has a price',
      'Choose a category',
      'Choose a material',
      'Add a picture',
      'Name the metal tone',
      'Say the weight in grams',
    ]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    expect(sent()).toEqual([]);
  });

  it('begins as another variant of a group, under one key however often it is tried', async () => {
    let answer = problem(409, 'product.variant-taken', 'The group has a piece in this tone and material already');
    answers['POST /admin/product/new'] = () => answer;
    const { asked, toasts, at } = await openScreen(one, `/admin/product/new?from=${ID}`, answers);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add a variant of AR-1042');
    type('Metal tones', 'Rose Gold');
    await press('Add to Metal tones');
    type('Address of a picture', '/rose.svg');
    await press('Add to Address of a picture');
    await press('Create');
    await waitFor(() => expect(toasts()).toEqual(['The group has a piece in this tone and material already']));
    answer = { status: 201, body: { product: { ...ring, _id: 'f'.repeat(24) } } };
    await press('Create');
    await waitFor(() => expect(at()).toBe(`/admin/product/${'f'.repeat(24)}`));
    const posts = asked.filter(({ method }) => method === 'POST');
    expect(posts[0]!.key).toBe(posts[1]!.key);
    expect(posts[0]!.body).toMatchObject({
      productGroup: 'AR-1042',
      stock: 0,
      status: 'draft',
      position: 1,
      images: ['/rose.svg'],
      detailsRef: { metalTone: ['Rose Gold'] },
    });
  });

  it('shows what the service says of a field at that field', async () => {
    answers[put] = problem(400, 'request.invalid', 'Please check your input', {
      'detailsRef.metalTone.0': 'At most 120 characters',
    });
    await openScreen(one, `/admin/product/${ID}`, answers);
    await press('Update');
    expect(await screen.findByText('At most 120 characters')).toBeTruthy();
  });
});
