import { describe, expect, it } from '@jest/globals';
import { browserOf } from './browser-names.ts';

describe('how a browser is named in the list of sessions', () => {
  const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
      { browser: 'Chrome', system: 'Windows', device: 'computer' },
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
      { browser: 'Chrome', system: 'Android', device: 'phone' },
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iOS', device: 'tablet' },
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      { browser: 'Firefox', system: 'Linux', device: 'computer' },
    ],
  ])('is read from %s', (userAgent, named) => {
    expect(browserOf(userAgent)).toEqual(named);
  });

  it('is unknown where it names itself in no way that is known, or not at all', () => {
    expect(browserOf('-')).toEqual({ browser: null, system: null, device: 'unknown' });
    expect(browserOf(undefined)).toEqual({ browser: null, system: null, device: 'unknown' });
  });
});
