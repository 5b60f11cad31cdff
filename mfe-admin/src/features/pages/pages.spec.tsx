import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, pressInDialog, type } from '../../testing/open-screen.tsx';
import { aPage, pageAnswers } from '../../testing/pages.ts';
import * as list from './pages-page.tsx';
import * as one from './page-page.tsx';

const pages = { Page: list.PagesPage, prefetch: list.prefetch, path: '/admin/pages' };
const onePage = { Page: one.PagePage, prefetch: one.prefetch, path: '/admin/page/:slug' };
const row = ({ blocks: _, version: __, ...page }: ReturnType<typeof aPage>) => page;

// Real: the screens, their forms and the API client.
describe('text pages', () => {
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => void (answers = pageAnswers(aPage())));
  afterEach(cleanup);

  const blocks = () => within(screen.getByRole('list', { name: 'Blocks in order' }));
  const order = () =>
    blocks()
      .getAllByRole('button', { name: /^Move / })
      .map((handle) => handle.getAttribute('aria-label'));
  /** The frame's page. */
  const preview = () => screen.getByTitle<HTMLIFrameElement>(/^Preview/).contentDocument!.body;

  it('are listed with who changed them; those of every shop are not deleted, and lead into the shop once they are written', async () => {
    const about = aPage({ _id: 'about', slug: 'about', path: '/about', isOfShop: true, title: '' });
    const { updatedAt: _, ...unwritten } = row(about);
    answers['GET /admin/pages'] = {
      body: {
        pages: [
          unwritten,
          row(aPage({ updatedBy: 'Asha' })),
          row(aPage({ _id: 'd'.repeat(24), title: 'Plan', status: 'draft' })),
        ],
      },
    };
    answers['DELETE /admin/pages/pearls'] = { body: { message: 'Page deleted' } };
    const { sent, toasts } = await openScreen(pages, '/admin/pages', answers);
    const [first, second, third] = screen.getAllByRole('row').slice(1);
    expect(first!.textContent).toContain('Not written');
    expect(within(first!).queryByText(/Delete|In the shop/)).toBeNull();
    expect(second!.textContent).toContain('by Asha');
    expect(
      within(second!)
        .getByRole('link', { name: /In the shop/ })
        .getAttribute('href'),
    ).toBe('/page/pearls');
    expect(within(third!).queryByText(/In the shop/)).toBeNull();
    await press('Delete Care of pearls');
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Page deleted']));
    expect(sent()).toEqual([['DELETE', '/admin/pages/pearls', undefined]]);
  });

  it('are written block by block, moved by keys and buttons, removed and put back', async () => {
    answers['PATCH /admin/pages/pearls'] = { body: { page: aPage() } };
    const { sent } = await openScreen(onePage, '/admin/page/pearls', answers);
    const handle = screen.getByRole('button', { name: /^Move List/ });
    fireEvent.keyDown(handle, { key: 'ArrowUp' });
    await waitFor(() => expect(order()[1]).toMatch(/^Move List.*number 2 of 3$/));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(order()[1]));
    fireEvent.click(screen.getByRole('button', { name: /List: Silk.* up$/ }));
    await waitFor(() => expect(order()[0]).toMatch(/^Move List/));
    expect(screen.getByText(/is now number 1 of 3/)).toBeTruthy();
    await press(/Remove Question/);
    expect(order()).toHaveLength(2);
    await press('Undo');
    await waitFor(() => expect(order()[2]).toMatch(/^Move Question/));
    await press(/Remove Paragraph/);
    await press('Add heading');
    type('Heading 3', 'More');
    type('List 1', ' Silk \n\n Linen');
    await press('Save');
    await waitFor(() =>
      expect(sent()).toEqual([
        [
          'PATCH',
          '/admin/pages/pearls',
          {
            blocks: [
              { kind: 'list', items: ['Silk', 'Linen'] },
              { kind: 'question', question: 'May they get wet?', answer: 'No.' },
              { kind: 'heading', text: 'More' },
            ],
          },
        ],
      ]),
    );
  });

  it('are previewed with what is written, before it is saved, and say how long their description is', async () => {
    const { sent } = await openScreen(onePage, '/admin/page/pearls', answers);
    expect(preview().querySelector('summary')!.textContent).toBe('May they get wet?');
    type('Title', 'Pearls for ever');
    expect(preview().querySelector('h1')!.textContent).toBe('Pearls for ever');
    expect(screen.getByTitle('Preview, 390 pixels wide')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByLabelText('Computer, 1440 px')));
    expect(screen.getByTitle('Preview, 1440 pixels wide')).toBeTruthy();
    type('Description', 'Four');
    expect(screen.getByText(/: 4 characters/)).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('are added as drafts at an address of their own, and opened there', async () => {
    answers['POST /admin/pages'] = { status: 201, body: { page: aPage({ status: 'draft' }) } };
    const { sent, toasts, at, asked } = await openScreen(onePage, '/admin/page/new', answers);
    type('Title', 'Care of pearls');
    type('Description', 'How to keep them.');
    await press('Create');
    await waitFor(() => expect(toasts()).toEqual(['Page created']));
    expect(sent()).toEqual([
      [
        'POST',
        '/admin/pages',
        { title: 'Care of pearls', description: 'How to keep them.', blocks: [], slug: '', status: 'draft' },
      ],
    ]);
    expect(asked.find(({ method }) => method === 'POST')!.key).toBeTruthy();
    expect(at()).toBe('/admin/page/pearls');
  });

  it('of every shop have neither another address nor another status', async () => {
    answers = pageAnswers(aPage({ _id: 'faqs', slug: 'faqs', path: '/faqs', isOfShop: true }));
    answers['PUT /admin/page/faqs'] = { body: { page: aPage({ slug: 'faqs', path: '/faqs', isOfShop: true }) } };
    const { sent } = await openScreen(onePage, '/admin/page/faqs', answers);
    expect([screen.queryByLabelText('Address'), screen.queryByLabelText('Status')]).toEqual([null, null]);
    type('Answer 2', 'For a while.');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject(['PUT', '/admin/page/faqs', { blocks: [{}, { answer: 'For a while.' }, {}] }]);
  });

  it('say where one does not exist', async () => {
    await openScreen(onePage, '/admin/page/gone', answers);
    expect(await screen.findByText('This page does not exist')).toBeTruthy();
  });
});
