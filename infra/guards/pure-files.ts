import fs from 'node:fs';
import path from 'node:path';

/** Where the pure files of money, written numbers, tax, stock, checkout, payment, groups and media are. */
export const PURE_AREAS = [
  'packages/contracts/src',
  'packages/mfe-kit/src',
  'mfe-admin/src/components/number-field',
  'mfe-checkout/src',
  'services/cart-order/src',
  'services/catalog/src/media-in-use',
  'services/catalog/src/prices',
  'services/catalog/src/product-groups',
  'services/catalog/src/stock',
  'services/content/src/media',
  'services/payment/src',
];
const PURE = /\.(rules|machine)\.ts$/;

/** Pure files of these areas below `root`, in which `npm run prove -- mutants` changes one thing at a time. @throws where an area is not there */
export const pureFiles = (root: string): string[] =>
  PURE_AREAS.flatMap((area) =>
    fs
      .readdirSync(path.join(root, area), { recursive: true, encoding: 'utf8' })
      .filter((file) => PURE.test(file))
      .map((file) => path.posix.join(area, file))
      .toSorted(),
  );

/** Those without a spec beside them: no mutant of theirs would be found by a spec that runs without servers. */
export const pureFileComplaints = (root: string): string[] =>
  pureFiles(root)
    .filter((file) => !fs.existsSync(path.join(root, file.replace(/\.ts$/, '.spec.ts'))))
    .map(
      (file) =>
        `${file} (pure-files)\n    Put a spec beside it that runs without servers, or drop ".rules" or ".machine" from its name.`,
    );
