/** Flags of Chromium in tests: nothing in the background, no window system, no graphics card. */
export const BROWSER_FLAGS: readonly string[] = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/**
 * Launch options of playwright-core for the Chromium that `tools/test/jest.ts` found.
 * @throws when there is none
 */
export function testBrowser(): { executablePath: string; args: string[] } {
  const executablePath = process.env['TEST_CHROMIUM'];
  if (!executablePath) throw new Error('There is no Chromium: `npm test` installs one');
  return { executablePath, args: [...BROWSER_FLAGS] };
}
