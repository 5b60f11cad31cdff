import { describe, expect, it } from '@jest/globals';
import { opened } from './start.ts';

describe('what a start says when the shop is open', () => {
  const shop = {
    url: 'http://localhost:4400',
    mailbox: 'http://localhost:4440/mailbox',
    admin: { email: 'admin@aranya.example', password: 'made for this machine' },
  };

  it("shows the admin's password on a terminal", () => {
    expect(opened(shop, { tookMs: 1500, isDetached: false, isEmpty: false, isTerminal: true })).toContain(
      'password made for this machine',
    );
  });

  it.each([true, false])('keeps it out of a log (detached: %s), and says where it is', (isDetached) => {
    const text = opened(shop, { tookMs: 1500, isDetached, isEmpty: false, isTerminal: false });
    expect(text).not.toContain(shop.admin.password);
    expect(text).toContain('http://localhost:4400/admin  (admin@aranya.example, password: npm run status)');
  });

  it.each([true, false])('says of an empty shop where it begins (%s)', (isEmpty) => {
    const text = opened(shop, { tookMs: 1500, isDetached: true, isEmpty, isTerminal: false });
    expect(text.includes('It is empty: the dashboard')).toBe(isEmpty);
  });
});
