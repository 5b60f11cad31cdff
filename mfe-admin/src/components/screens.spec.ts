import { describe, expect, it } from '@jest/globals';
import { BUILT_IN_ROLES, PERMISSIONS } from '@shop/contracts/browser';
import remote from '../../federation.ts';
import { ACTIONS, mayOpen, screenAt, SCREENS } from './screens.ts';
import { GROUPS } from './staff-screen.ts';

/** Pages that are no screen: an address that leads to the dashboard, and actions. */
const NO_SCREENS = ['/admin', '/admin/account', '/admin/logout'];

const pages = (remote.pages ?? []).flatMap(({ path }) => path);

describe('the staff screens', () => {
  it('are all pages of the remote: in the menu and the palette, or as records of one that is', () => {
    const wholes = pages.filter((path) => !path.includes(':') && !NO_SCREENS.includes(path));
    expect(SCREENS.map(({ path }) => path).toSorted()).toEqual(wholes.toSorted());
    const records = pages.filter((path) => path.includes(':')).map((path) => path.replace(/:.*$/, ''));
    expect(SCREENS.flatMap((screen) => screen.records ?? []).toSorted()).toEqual(records.toSorted());
  });

  it('have groups that are not empty, and names of their own', () => {
    for (const group of GROUPS) expect(SCREENS.filter((screen) => screen.group === group)).not.toEqual([]);
    const labels = [...SCREENS, ...ACTIONS].map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('name the permission of their calls, but for what asks the shop nothing', () => {
    const free = [...SCREENS, ...ACTIONS].filter(({ permission }) => permission === undefined);
    expect(free.map(({ path }) => path)).toEqual(['/admin/design', '/', '/admin/logout']);
  });

  it('are open to who holds their permission', () => {
    const orders = screenAt('/admin/orders');
    expect([
      mayOpen(PERMISSIONS, orders!),
      mayOpen(['products.read'], orders!),
      mayOpen([], { permission: undefined }),
    ]).toEqual([true, false, true]);
    const queue = screenAt('/admin/work')!;
    expect([['orders.read'], ['mails.read'], ['products.read']].map((one) => mayOpen(one, queue))).toEqual([
      ...[true, true, false],
    ]);
  });

  it('give people of every built-in role something to open', () => {
    const opened = BUILT_IN_ROLES.map(({ id, permissions }) => [
      id,
      SCREENS.filter((screen) => screen.permission && mayOpen(permissions, screen)).length,
    ]);
    expect(opened).toEqual([
      ['owner', SCREENS.filter(({ permission }) => permission).length],
      ...BUILT_IN_ROLES.slice(1).map(({ id }) => [id, expect.any(Number)]),
    ]);
    expect(opened.filter(([, count]) => Number(count) < 4)).toEqual([]);
  });

  it('are found by their own address and by those of their records', () => {
    expect(
      ['/admin/orders', '/admin/order/1', '/admin/orders/pick-list', '/admin/product/new', '/elsewhere'].map(
        (path) => screenAt(path)?.label,
      ),
    ).toEqual(['Orders', 'Orders', 'Pick list', 'Products', undefined]);
  });

  it('are led to by actions that are pages', () => {
    const known = new Set([...pages, '/']);
    for (const { path } of ACTIONS) {
      const pathname = path.replace(/\?.*/, '');
      const isPage = [...known].some((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname));
      expect([path, isPage]).toEqual([path, true]);
    }
  });
});
