import type { Page } from 'playwright-core';
import { saysWhy, staff, type Screen } from './screen.ts';

// The library, and the page of a file with what no demo shop has: doubles, many places, texts of some.

/** The page of the first picture, or clip, whose answer is changed. */
const one = (change: (answer: Answer) => void = () => {}, kind = ''): Screen => ({
  ...{ who: 'admin', at: `/admin/media?source=demo${kind && `&kind=${kind}`}` },
  leadsTo: '/admin/media/images/a-picture.webp',
  async open(page) {
    await page.route(/\/api\/v1\/admin\/media\/(images|videos)\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as Answer;
      change(answer);
      await route.fulfill({ response, json: answer });
    });
    await page
      .getByRole('link', { name: /^(Picture|Clip) / })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Where used' }).waitFor();
  },
});

interface Answer {
  medium: Record<string, unknown>;
  shown?: object[];
  same: object[];
}

const use = (n: number, kind = 'product') => ({
  ...{ kind, id: String(n).padStart(24, '0'), label: `Meera Solitaire Ring with a Halo in Rose Gold, AR-${1000 + n}` },
});
const places = Array.from({ length: 12 }, (_, n) => ({
  use: use(n),
  ...(n % 3 === 0 && { alt: 'The ring on a hand that holds a cup of tea', focus: { x: 20, y: 70 } }),
}));

const uploaded = (answer: Answer): void => {
  Object.assign(answer.medium, { source: 'staff', uploadedBy: 'Mira Kulkarni', useCount: 12, isKept: true });
  answer.shown = [...places, { use: use(3, 'order') }];
};
const twice = (answer: Answer): void => {
  uploaded(answer);
  const { medium } = answer;
  answer.same = [1, 2].map((n) => ({ ...medium, name: `${n}q2mVwK0bX8e1TjR5yNf4A.webp`, uses: [use(n)], useCount: 1 }));
};
const unused = (answer: Answer): void => {
  Object.assign(answer.medium, { source: 'staff', unusedSince: '2026-11-25T05:10:00.000Z', uses: [], useCount: 0 });
  answer.shown = [];
};
const unknown = (answer: Answer): void => {
  uploaded(answer);
  delete answer.shown;
};

const then = (screen: Screen, button: string): Screen => ({
  ...screen,
  async open(page: Page) {
    await screen.open!(page);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').first().waitFor();
  },
});

const afterwards = (screen: Screen, more: (page: Page) => Promise<void>): Screen => ({
  ...screen,
  async open(page: Page) {
    await screen.open!(page);
    await more(page);
  },
});

export const MEDIA_SCREENS: Record<string, Screen> = {
  'admin-media': staff('media?source=demo'),
  'admin-media-clips': staff('media?kind=videos&source=demo'),
  'admin-media-empty': {
    ...staff('media'),
    api: { path: /\/admin\/media$/, answer: { status: 200, body: { media: [], totalCount: 0 } } },
  },
  'admin-media-loading': { ...staff('media'), api: { path: /\/admin\/media$/, answer: 'waits' } },
  'admin-media-error': { ...staff('media'), api: { path: /\/admin\/media$/, answer: 'fails' }, open: saysWhy },
  'admin-medium': one(uploaded),
  'admin-medium-clip': one(undefined, 'videos'),
  'admin-medium-unused': one(unused),
  'admin-medium-unknown': one(unknown),
  'admin-medium-twice': one(twice),
  'admin-medium-replace': then(one(uploaded), 'Replace'),
  // Nothing is chosen yet.
  'admin-medium-replace-missing': afterwards(then(one(uploaded), 'Replace'), async (page) => {
    await page.getByRole('button', { name: /^Replace in/ }).click();
    await page.getByRole('dialog').locator('[aria-invalid=true]').waitFor();
  }),
  'admin-medium-replace-chosen': afterwards(then(one(uploaded), 'Replace'), async (page) => {
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    const library = page.getByRole('list', { name: 'Pictures of the library' });
    await page.getByLabel('Demo shop').check();
    await library.getByRole('button').nth(1).click();
    await page.getByRole('img', { name: 'The picture now' }).waitFor();
  }),
  'admin-medium-replace-clip': then(one(uploaded, 'videos'), 'Replace'),
  'admin-medium-loading': {
    ...staff('media/images/a-picture.webp'),
    api: { path: /\/admin\/media\/images\/a-picture\.webp$/, answer: 'waits' },
  },
  'admin-medium-error': {
    ...staff('media/images/a-picture.webp'),
    api: { path: /\/admin\/media\/images\/a-picture\.webp$/, answer: 'fails' },
    open: (page) => page.getByRole('alert').first().waitFor(),
  },
  'admin-medium-gone': staff('media/images/a-picture.webp'),
  'admin-medium-keep': then(one(twice), 'Keep this one'),
  'admin-medium-delete': then(one(unused), 'Delete'),
};
