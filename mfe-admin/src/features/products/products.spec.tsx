import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorAt, openScreen, press, problem, type, pressInDialog } from '../../testing/open-screen.tsx';
import { aProduct, productAnswers } from '../../testing/products.ts';
import { ProductPage, prefetch as prefetchProduct } from './product-page.tsx';
import { prefetch, ProductsPage } from './products-page.tsx';

const list = { Page: ProductsPage, prefetch, path: '/admin/products' };
const one = { Page: ProductPage, prefetch: prefetchProduct, path: '/admin/product/:id' };
const ring = aProduct();
const ID = ring._id;

let answers: Parameters<typeof openScreen>[2];
beforeEach(() => {
  answers = productAnswers(ring);
});
afterEach(cleanup);

describe('the list of products', () => {
  it('shows every variant with what is free, held and sold', async () => {
    const { asked } = await openScreen(list, '/admin/products?status=published&q=meera', answers);
    const row = screen.getAllByRole('row')[1]!;
    for (const text of ['Meera Ring', 'AR-1042', 'Yellow Gold, gold', '₹32,950.00', '5 and 1 held', 'published']) {
      expect(row.textContent).toContain(text);
    }
    expect(
      within(row)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([...[`/admin/product/${ID}`, '/admin/group/AR-1042']]);
    expect(asked[0]!.path).toBe('/admin/products?page=1&limit=25&q=meera&status=published');
  });

  it('shows those that use a value of an option list, and leads back to all', async () => {
    const { asked } = await openScreen(list, '/admin/products?option=ring-size&value=14', answers);
    expect(asked[0]!.path).toBe('/admin/products?page=1&limit=25&option=ring-size&optionValue=14');
    const chip = screen.getByRole('link', { name: /^Remove With: Ring size 14/ });
    expect(chip.getAttribute('href')).toBe('/admin/products');
  });

  it('marks those whose stock is low, and shows them alone', async () => {
    answers['GET /admin/products'] = { body: { products: [{ ...ring, isLow: true }], totalCount: 1 } };
    const { asked } = await openScreen(list, '/admin/products?low=yes', answers);
    expect(asked[0]!.path).toBe('/admin/products?page=1&limit=25&low=yes');
    expect(screen.getAllByRole('row')[1]!.textContent).toContain('5 and 1 held low');
    expect(screen.getByRole('link', { name: 'Low stock' }).getAttribute('href')).toBe(
      '/admin/products?low=yes&status=published',
    );
  });

  it('says which one needs a price', async () => {
    answers['GET /admin/products'] = { body: { products: [{ ...aProduct(), price: 0 }], totalCount: 1 } };
    await openScreen(list, '/admin/products', answers);
    expect(screen.getAllByRole('row')[1]!.textContent).toContain('needs a price');
  });

  it('names what cannot be bought for want of a price, and leads to it', async () => {
    const entry = { productId: ID, name: 'Meera Ring', productGroup: 'AR-1042', metalTone: 'Yellow Gold' };
    answers['GET /admin/products/attention'] = {
      body: {
        attention: [
          { ...entry, reason: 'no-price', message: 'It has no price: it is not for sale' },
          {
            ...entry,
            reason: 'option-not-priced',
            message: 'Ring size has no price: 24',
            option: 'sizeOptions',
            values: ['24'],
          },
        ],
        totalCount: 2,
      },
    };
    const { asked } = await openScreen(list, '/admin/products?attention=yes', answers);
    expect(asked.map(({ path }) => path)).toEqual(['/admin/products/attention?page=1&limit=25']);
    expect(screen.getByText('Ring size has no price: 24')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Meera Ring, Yellow Gold' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/admin/product/${ID}`, `/admin/product/${ID}`]);
    expect(screen.getByRole('link', { name: 'Needs attention' }).getAttribute('aria-current')).toBeTruthy();
  });

  it('archives one once that is confirmed', async () => {
    answers[`DELETE /admin/product/${ID}`] = { body: { message: 'Archived' } };
    const { sent, toasts } = await openScreen(list, '/admin/products', answers);
    await press('Delete Meera Ring, Yellow Gold');
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('orders, invoices and reviews keep working');
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Archived']));
    expect(sent()).toEqual([['DELETE', `/admin/product/${ID}`, undefined]]);
  });
});

describe('products that are selected', () => {
  const two = { ...aProduct(), _id: 'f'.repeat(24), name: 'Noor Ring', status: 'draft' as const };
  const gone = { ...aProduct(), _id: '9'.repeat(24), name: 'Old Ring', status: 'archived' as const };

  it('are archived in one go, each by its own call; what fails is named, and what there is nothing to do for is left', async () => {
    answers['GET /admin/products'] = { body: { products: [gone, two, ring], totalCount: 3 } };
    answers[`DELETE /admin/product/${two._id}`] = problem(404, 'product.not-found', 'This piece does not exist');
    answers[`DELETE /admin/product/${ID}`] = { body: { message: 'Archived' } };
    const { sent } = await openScreen(list, '/admin/products', answers);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
    expect(screen.getByText('3 selected')).toBeTruthy();
    await press('Delete');
    expect(sent()).toEqual([]);
    await pressInDialog('Delete');
    expect(await screen.findByText('Noor Ring, Yellow Gold: This piece does not exist')).toBeTruthy();
    expect(screen.getByText('Done for 1 product')).toBeTruthy();
    expect(sent()).toEqual([
      ['DELETE', `/admin/product/${two._id}`, undefined],
      ['DELETE', `/admin/product/${ID}`, undefined],
    ]);
    await pressInDialog('Close');
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it('that are archived lead to the group that restores them', async () => {
    answers['GET /admin/products'] = { body: { products: [gone], totalCount: 1 } };
    await openScreen(list, '/admin/products', answers);
    expect(screen.getByRole('link', { name: 'Old Ring' }).getAttribute('href')).toBe(
      `/admin/group/${gone.productGroup}`,
    );
  });

  it('are published and made drafts by the edit of several alone', async () => {
    await openScreen(list, '/admin/products', answers);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
    expect(screen.getByRole('button', { name: 'Edit 1 product' })).toBeTruthy();
    for (const name of ['Publish', 'Make drafts']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('a product', () => {
  const put = `PUT /admin/product/${ID}`;

  it('names its tab, so that several that are open can be told apart; what cannot be loaded has one as well', async () => {
    const { result } = await openScreen(one, `/admin/product/${ID}`, answers);
    expect(result.head.title).toBe('Meera Ring, Yellow Gold · Staff');
    cleanup();
    answers[`GET /admin/product/${ID}`] = problem(404, 'product.not-found', 'This piece does not exist');
    expect((await openScreen(one, `/admin/product/${ID}`, answers)).result.head.title).toBe('Product · Staff');
    expect(screen.getByRole('alert').textContent).toContain('This piece does not exist');
  });

  it('that is archived leads to the group that restores it, and has no form', async () => {
    answers[`GET /admin/product/${ID}`] = { body: { product: { ...ring, status: 'archived' } } };
    await openScreen(one, `/admin/product/${ID}`, answers);
    expect(screen.getByRole('link', { name: 'Go to AR-1042' }).getAttribute('href')).toBe('/admin/group/AR-1042');
    expect(screen.queryByRole('form', { name: 'Product' })).toBeNull();
  });

  it('is changed in what was written: what others wrote elsewhere stays, and what is sold meanwhile stays sold', async () => {
    answers[put] = { body: { product: { ...ring, name: 'Meera Solitaire' } } };
    const { sent, toasts } = await openScreen(one, `/admin/product/${ID}`, answers);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(true);
    type('Name', 'Meera Solitaire');
    await press('Update');
    await waitFor(() => expect(toasts()).toEqual(['Product updated']));
    expect(sent()).toEqual([['PUT', `/admin/product/${ID}`, { name: 'Meera Solitaire' }]]);
    // Details are sent with their model.
    type('Weight in grams', '4 g');
    await press('Update');
    await waitFor(() => expect(sent()).toHaveLength(2));
    const body = sent()[1]![2] as Record<string, unknown>;
    expect(Object.keys(body).toSorted()).toEqual(['detailsModel', 'detailsRef']);
    expect(body).toMatchObject({
      detailsModel: 'RingDetails',
      detailsRef: { sizeOptions: ['10', '12'], weight: 4, engravingAvailable: true },
    });
    expect(Object.keys(body.detailsRef as object)).not.toContain('chainLengths');
  });

  it('says what the stock is now when it moved meanwhile', async () => {
    answers[put] = problem(409, 'product.stock-moved', 'The stock changed meanwhile. Please look again');
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    type('Free pieces', '9');
    answers[`GET /admin/product/${ID}`] = { body: { product: { ...ring, name: 'By somebody else', stock: 4 } } };
    await press('Update');
    expect(await screen.findByText('It is 4 now. Say again what it should be')).toBeTruthy();
    expect(sent()[0]![2]).toMatchObject({ stock: 9, stockBefore: 5 });
    type('Free pieces', '8');
    answers[put] = { body: { product: { ...ring, stock: 8 } } };
    await press('Update');
    await waitFor(() => expect(sent()[1]?.[2]).toEqual({ stock: 8, stockBefore: 4 }));
  });

  it('says what follows from another group', async () => {
    const message = 'Made to order, it costs what AR-2001 says now';
    answers[put] = { body: { product: { ...ring, productGroup: 'AR-2001' }, message } };
    const { toasts } = await openScreen(one, `/admin/product/${ID}`, answers);
    type('Product group (SKU)', 'AR-2001');
    await press('Update');
    await waitFor(() => expect(toasts()).toEqual([message, 'Product updated']));
  });

  it('has a figure of its own at which its stock is low, or that of the shop', async () => {
    answers[put] = { body: { product: { ...ring, lowStockAt: 4 } } };
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    type('Stock is low at', '4');
    await press('Update');
    await waitFor(() => expect(sent()[0]?.[2]).toEqual({ lowStockAt: 4 }));
    answers[put] = { body: { product: ring } };
    type('Stock is low at', '');
    await press('Update');
    await waitFor(() => expect(sent()[1]?.[2]).toEqual({ lowStockAt: null }));
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

  it('does not forget a value that was written and not added', async () => {
    answers[put] = { body: { product: ring } };
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    type('Name', 'Meera Solitaire');
    type('Stone types', 'Opal');
    await press('Update');
    expect(await screen.findByText('Press Add to take “Opal”, or empty the field')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Stone types'));
    expect(sent()).toEqual([]);
    await press('Add to Stone types');
    await waitFor(() => expect(screen.queryByText(/Press Add/)).toBeNull());
    type('Occasions', 'Wedding');
    await press('Update');
    expect(await screen.findByText(/Press Add to take “Wedding”/)).toBeTruthy();
    type('Occasions', '');
    await waitFor(() => expect(screen.queryByText(/Press Add/)).toBeNull());
    await press('Update');
    await waitFor(() => expect(sent()[0]?.[2]).toMatchObject({ detailsRef: { stoneType: ['Opal'] } }));
  });

  it('takes values of the option list alone, in its spelling: a slip makes no new word', async () => {
    answers[put] = { body: { product: ring } };
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    type('Stone types', 'Opel');
    await press('Add to Stone types');
    expect(errorAt('Stone types')).toContain('“Opel” is not in the option list');
    expect(screen.queryByRole('list', { name: 'Stone types, chosen' })).toBeNull();
    type('Stone types', 'opal');
    expect(errorAt('Stone types')).toBeUndefined();
    await press('Add to Stone types');
    await press('Update');
    await waitFor(() => expect(sent()[0]?.[2]).toMatchObject({ detailsRef: { stoneType: ['Opal'] } }));
  });

  it('asks before what is written gets lost, and nothing once it is saved', async () => {
    const asked: string[] = [];
    let answer = false;
    window.confirm = (question = '') => {
      asked.push(question);
      return answer;
    };
    const follow = (name: string) => act(async () => fireEvent.click(screen.getByRole('link', { name })));
    const unload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    answers[put] = { body: { product: { ...ring, name: 'Meera Solitaire' } } };
    const { at, toasts } = await openScreen(one, `/admin/product/${ID}`, answers);
    expect(unload()).toBe(false);
    type('Name', 'Meera Solitaire');
    expect(unload()).toBe(true);
    await follow('Orders');
    expect(asked).toEqual(['What you wrote is not saved. Leave it all the same?']);
    expect(at()).toBe(`/admin/product/${ID}`);
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Meera Solitaire');
    await press('Update');
    await waitFor(() => expect(toasts()).toEqual(['Product updated']));
    expect(unload()).toBe(false);
    type('Name', 'Another');
    answer = true;
    await follow('Orders');
    expect(at()).toBe('/admin/orders');
    expect(asked).toHaveLength(2);
  });

  it('takes pictures as files: they are sent at once, after those that are there', async () => {
    answers['POST /admin/images'] = ({ body }) => {
      const { image } = body as { image: string };
      if (image === 'page.jpg') return problem(400, 'request.invalid', 'Check', { image: 'This is no picture' });
      return { status: 201, body: { image: { src: `/api/v1/images/${image}`, width: 9, height: 9 } } };
    };
    answers[put] = { body: { product: ring } };
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    const files = ['front.jpg', 'page.jpg', 'back.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }));
    await act(async () => fireEvent.change(screen.getByLabelText('Add pictures'), { target: { files } }));
    expect(await screen.findByText('page.jpg: This is no picture')).toBeTruthy();
    expect(await screen.findByText('back.jpg: added')).toBeTruthy();
    await press('Update');
    await waitFor(() => expect(sent().at(-1)?.[0]).toBe('PUT'));
    expect(sent().at(-1)![2]).toEqual({
      images: ['/api/v1/images/meera.svg', '/api/v1/images/front.jpg', '/api/v1/images/back.jpg'],
    });
  });

  it('takes pictures of the library, but none twice, and says which upload was there already', async () => {
    const known = '/api/v1/images/known.webp';
    const of = (src: string) => ({
      src,
      name: src.split('/').at(-1)!,
      kind: 'images',
      source: 'staff',
      doubles: [],
      uses: [],
    });
    const media = [of('/api/v1/images/meera.svg'), of('/api/v1/images/hall.webp')];
    answers['GET /admin/media'] = { body: { media, totalCount: 2 } };
    answers['POST /admin/images'] = {
      status: 201,
      body: { image: { src: known, width: 9, height: 9, isKnown: true } },
    };
    answers[put] = ({ body }) => ({ body: { product: { ...ring, ...(body as object) } } });
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    const file = new File(['x'], 'again.jpg', { type: 'image/jpeg' });
    await act(async () => fireEvent.change(screen.getByLabelText('Add pictures'), { target: { files: [file] } }));
    expect(await screen.findByText('again.jpg: added; it was in the library already')).toBeTruthy();
    await press('Choose from the library');
    const taken = await screen.findByRole('button', { name: 'Picture meera.svg' });
    expect((taken as HTMLButtonElement).disabled).toBe(true);
    await press('Picture hall.webp');
    await press('Add 1 picture');
    await press('Update');
    await waitFor(() =>
      expect(sent().at(-1)?.[2]).toEqual({ images: ['/api/v1/images/meera.svg', known, '/api/v1/images/hall.webp'] }),
    );
  });

  it('sends the order of the pictures, and what is said of one', async () => {
    const [front, back] = ['/api/v1/images/front.jpg', '/api/v1/images/back.jpg'];
    const pictured = { ...ring, images: [front!, back!] };
    answers[`GET /admin/product/${ID}`] = { body: { product: pictured } };
    answers[put] = ({ body }) => ({ body: { product: { ...pictured, ...(body as object) } } });
    const { sent } = await openScreen(one, `/admin/product/${ID}`, answers);
    await press('Move picture 1 later');
    fireEvent.click(screen.getByRole('button', { name: /^Picture 1 of 2, on the card:/ }));
    type('Alternative text', 'The ring from behind');
    await press('Done');
    await press('Update');
    await waitFor(() =>
      expect(sent().at(-1)?.[2]).toEqual({
        images: [back, front],
        pictureNotes: [{ image: back, alt: 'The ring from behind' }],
      }),
    );
    await press('Remove picture 1');
    await press('Update');
    await waitFor(() => expect(sent().at(-1)?.[2]).toEqual({ images: [front], pictureNotes: [] }));
  });

  describe('when a colleague saved pictures in between', () => {
    const [front, back, side] = ['front', 'back', 'side'].map((name) => `/api/v1/images/${name}.webp`) as string[];
    const opened = { ...ring, images: [front!, back!], version: 'one' };
    const movedBy = async (theirs: object) => {
      answers[`GET /admin/product/${ID}`] = { body: { product: opened } };
      answers[put] = ({ version, body }) => {
        if (version === 'two') return { body: { product: { ...opened, ...theirs, ...(body as object) } } };
        const refused = problem(409, 'document.changed', 'Somebody saved this since you opened it');
        const details = {
          document: { ...opened, ...theirs, version: 'two' },
          saves: [{ by: 'Asha', fields: Object.keys(theirs) }],
        };
        return { ...refused, body: { ...(refused.body as object), details } };
      };
      const screenOf = await openScreen(one, `/admin/product/${ID}`, answers);
      await press('Move picture 1 later');
      await press('Update');
      return screenOf;
    };

    it('keeps the text that they wrote with the order of one’s own', async () => {
      const { sent } = await movedBy({ pictureNotes: [{ image: back!, alt: 'From behind' }] });
      await waitFor(() => expect(sent()).toHaveLength(2));
      expect(sent()[1]![2]).toEqual({ images: [back, front] });
      expect(screen.getByText('Asha changed Texts and focal points of pictures: kept.')).toBeTruthy();
    });

    it('shows the pictures of both orders, and no addresses', async () => {
      const { sent } = await movedBy({ images: [front!, back!, side!] });
      const notice = await screen.findByRole('group', { name: 'Saved by others' });
      expect(notice.textContent).toContain('Yours: 2 pictures');
      expect(notice.textContent).toContain('Asha: 3 pictures');
      expect(notice.textContent).not.toContain('/api/');
      expect(notice.querySelectorAll('img')).toHaveLength(5);
      fireEvent.click(within(notice).getByRole('radio', { name: /^Asha/ }));
      await waitFor(() => expect(screen.getAllByRole('button', { name: /^Picture \d of 3/ })).toHaveLength(3));
      expect(sent()).toHaveLength(1);
    });
  });

  it('takes a clip as a file: it is sent at once and shown, and may be removed again', async () => {
    answers['POST /admin/videos'] = ({ body }) => {
      const { video } = body as { video: string };
      if (video === 'film.mov') return problem(400, 'request.invalid', 'Check', { video: 'Only MP4 videos are taken' });
      return { status: 201, body: { video: { src: `/api/v1/videos/${video}`, width: 9, height: 9 } } };
    };
    answers[put] = ({ body }) => ({ body: { product: { ...ring, ...(body as object) } } });
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
    await choose('Another clip', new File(['x'], 'other.mp4'));
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

  it('is of the kind of its category when it is new, and its fields say which option list is empty', async () => {
    await openScreen(one, '/admin/product/new', { ...answers, 'GET /occasions': { body: { data: [] } } });
    const kind = screen.getByLabelText<HTMLSelectElement>('Kind of piece');
    fireEvent.change(kind, { target: { value: 'NecklaceDetails' } });
    fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'ring' } });
    await waitFor(() => expect(kind.value).toBe('RingDetails'));
    const empty = screen.getByLabelText('Occasions').getAttribute('aria-describedby')!;
    expect(document.getElementById(empty)!.textContent).toContain('option list is empty');
  });

  it('is not sent while something is missing', async () => {
    const { sent } = await openScreen(one, '/admin/product/new', answers);
    await press('Create');
    for (const text of [
      'Name is required',
      'A group code looks like AR-1042',
      'Add a picture',
      'Name the metal tone',
      'Say the weight in grams',
    ]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    for (const label of ['Price in ₹', 'Category', 'Material']) {
      expect(errorAt(label)).toBe('This is required');
    }
    expect(sent()).toEqual([]);
  });

  it('begins as another variant of a group, under one key however often the same is tried', async () => {
    let answer = problem(409, 'product.variant-taken', 'The group has a piece in this tone and material already');
    answers['POST /admin/product/new'] = () => answer;
    const { asked, toasts, at } = await openScreen(one, `/admin/product/new?from=${ID}`, answers);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add a variant of AR-1042');
    type('Metal tones', 'Rose Gold');
    await press('Add to Metal tones');
    answers['POST /admin/images'] = {
      status: 201,
      body: { image: { src: '/api/v1/images/rose.svg', width: 9, height: 9 } },
    };
    const file = new File(['x'], 'rose.svg', { type: 'image/svg+xml' });
    await act(async () => fireEvent.change(screen.getByLabelText('Add pictures'), { target: { files: [file] } }));
    await screen.findByText('rose.svg: added');
    await press('Create');
    await waitFor(() => expect(toasts()).toEqual(['The group has a piece in this tone and material already']));
    answer = problem(503, 'service.unavailable', 'Please try again');
    await press('Create');
    await waitFor(() => expect(toasts()).toContain('Please try again'));
    answer = { status: 201, body: { product: { ...ring, _id: 'f'.repeat(24) } } };
    type('Name', 'Meera Rose');
    await press('Create');
    await waitFor(() => expect(at()).toBe(`/admin/product/${'f'.repeat(24)}`));
    const posts = asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/new'));
    expect(posts[0]!.key).toBe(posts[1]!.key);
    // The service refuses another body under the same idempotency key.
    expect(posts[2]!.key).not.toBe(posts[1]!.key);
    expect(posts[0]!.body).toMatchObject({
      productGroup: 'AR-1042',
      stock: 0,
      status: 'draft',
      position: 1,
      images: ['/api/v1/images/rose.svg'],
      detailsRef: { metalTone: ['Rose Gold'] },
    });
  });

  it('shows what the service says of a field at that field', async () => {
    answers[put] = problem(400, 'request.invalid', 'Please check your input', {
      'detailsRef.metalTone.0': 'At most 120 characters',
    });
    await openScreen(one, `/admin/product/${ID}`, answers);
    type('Name', 'Meera Solitaire');
    await press('Update');
    expect(await screen.findByText('At most 120 characters')).toBeTruthy();
  });
});
