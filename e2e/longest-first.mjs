import Sequencer from '@jest/test-sequencer';

/** Files that take longest, so that the workers end at about the same time, in a fresh copy too. */
const LONGEST = [
  'every-screen',
  'staff-day',
  'shipping',
  'own-shop',
  'resilience',
  'first-purchase',
  'admin-orders',
  'one-household',
  'turning',
  'product-page',
];

const place = ({ path }) => {
  const at = LONGEST.findIndex((name) => path.endsWith(`/${name}.spec.ts`));
  return at === -1 ? LONGEST.length : at;
};

export default class extends Sequencer {
  sort(tests) {
    return tests.toSorted((a, b) => place(a) - place(b));
  }
}
