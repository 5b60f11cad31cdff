import type { identity } from '@shop/contracts';
import bowser from 'bowser';
import type { z } from 'zod';

type Named = Pick<z.input<typeof identity.signedInBrowser>, 'browser' | 'system' | 'device'>;

const DEVICES: Record<string, Named['device']> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' };

/** Browser, system and kind of device, as a browser names itself. */
export function browserOf(userAgent: string | undefined): Named {
  if (!userAgent) return { browser: null, system: null, device: 'unknown' };
  const { browser, os, platform } = bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    system: os.name || null,
    device: DEVICES[platform.type ?? ''] ?? 'unknown',
  };
}
