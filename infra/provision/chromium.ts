import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram, howToInstall } from './find.ts';

const PROGRAMS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium without what only a window needs: a page costs it half of the processor time. */
const HEADLESS_PROGRAMS = ['chromium-headless-shell', 'chrome-headless-shell'];

/** A Chromium; installs it when the machine has none. @throws CannotProvide */
export async function provideChromium(): Promise<string> {
  const found = findProgram(...PROGRAMS);
  if (found) return found;
  const why = await aptInstall(['chromium']);
  const installed = findProgram(...PROGRAMS);
  if (installed) return installed;
  throw new CannotProvide(`${howToInstall('Chromium', { debian: 'chromium', macos: '--cask chromium' })}\n  (${why})`);
}

/** A Chromium without a window, for tests; the full one where there is no other, if any. */
export const findHeadlessProgram = (): string | undefined => findProgram(...HEADLESS_PROGRAMS, ...PROGRAMS);

/** The same, installed where there is none. @throws CannotProvide */
export async function findHeadlessChromium(): Promise<string> {
  return findHeadlessProgram() ?? (await provideChromium());
}

/** Installs what `findHeadlessChromium` prefers, where that is possible. @throws CannotProvide */
export async function provideHeadlessChromium(): Promise<void> {
  await provideChromium();
  if (!findProgram(...HEADLESS_PROGRAMS)) await aptInstall(['chromium-headless-shell']);
}
