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

/** A Chromium for tests; installs it when the machine has none. @throws CannotProvide */
export async function provideChromium(): Promise<string> {
  const found = findProgram(...PROGRAMS);
  if (found) return found;
  const why = await aptInstall(['chromium']);
  const installed = findProgram(...PROGRAMS);
  if (installed) return installed;
  throw new CannotProvide(`${howToInstall('Chromium', { debian: 'chromium', macos: '--cask chromium' })}\n  (${why})`);
}
