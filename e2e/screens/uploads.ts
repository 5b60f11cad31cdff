import type { Known, Screen } from './screen.ts';

// Fields for files of the product form, and the library: on their way, failed, refused.

type Answer = NonNullable<Screen['api']>['answer'];

const picture = (name: string, bytes = 2_400_000) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.alloc(bytes) });
const PICTURES = [
  picture('meera-front.jpg'),
  picture('meera-on-a-hand-that-holds-a-cup-of-tea-in-the-garden-of-the-city-palace-2026-11-27.jpg'),
];
const TOO_MUCH = picture('too-much.jpg', 11_000_000);
const REFUSED: Answer = {
  status: 400,
  body: {
    ...{ status: 400, code: 'request.invalid', message: 'Please correct the marked fields' },
    errors: { image: 'This is no picture that we can read: JPEG, PNG, WebP or AVIF' },
  },
};

const uploading = (
  answer: Answer,
  said: RegExp,
  { at, label, files = PICTURES }: { at: Screen['at']; label: string; files?: typeof PICTURES },
): Screen => ({
  ...{ who: 'admin', at, api: { path: /\/admin\/images$/, answer } },
  async open(page) {
    await page.getByLabel(label).setInputFiles(files);
    await page.getByText(said).first().waitFor();
    await page.getByRole('list', { name: 'Files' }).scrollIntoViewIfNeeded();
    // Leaving asks, before an upload is lost.
    if (answer === 'waits') page.once('dialog', (question) => void question.accept());
  },
});
const ON_ITS_WAY = /: (uploading|sent, and being stored)…/;
const LIBRARY = { at: '/admin/media', label: 'Upload pictures' };
const PRODUCT = {
  at: ({ product }: Known) => product && `/admin/product/${product}`,
  label: 'Add pictures',
};

export const UPLOAD_SCREENS: Record<string, Screen> = {
  'admin-product-upload': uploading('waits', ON_ITS_WAY, PRODUCT),
  'admin-product-upload-failed': uploading('fails', /The shop is busy/, PRODUCT),
  'admin-product-upload-refused': uploading(REFUSED, /no picture that we can read/, {
    ...PRODUCT,
    files: [...PICTURES, TOO_MUCH],
  }),
  'admin-media-upload': uploading('waits', ON_ITS_WAY, LIBRARY),
  'admin-media-upload-failed': uploading('fails', /The shop is busy/, LIBRARY),
};
