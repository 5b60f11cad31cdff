import fs from 'node:fs';
import path from 'node:path';

const LISTED = 'packages/contracts/src/payment/providers';
/** Its staff have screens of their own, in words that stand elsewhere too. */
const HAS_STAFF_SCREENS = 'bank-transfer';
const SHIPPED = ['docker-compose.yml', ...['shell', 'mfe-*', 'services', 'gateway', 'packages', 'infra'].map(sources)];
const SKIPPED = /(^|\/)(node_modules|dist|\.\w+)(\/|$)/;
const TEST = /\.spec\.tsx?$|\.gen\.ts$|\/test\/|\/testing\/|^packages\/test-kit\/|^infra\/guards\//;
const LISTS = [
  `${LISTED}/list.ts`,
  'services/payment/src/providers/index.ts',
  'services/payment/src/providers/deployments.ts',
  'mfe-checkout/src/features/checkout/paying/providers/index.ts',
];
const homesOf = (name: string): string[] => [
  `services/payment/src/providers/${name}/`,
  `mfe-checkout/src/features/checkout/paying/providers/${name}/`,
  `${LISTED}/${name}.ts`,
];

/** Lines of shipped code below `root` that name a payment provider outside its folders: `file:line "…": …`. */
export function providerNameComplaints(root: string): string[] {
  const names = fs
    .readdirSync(path.join(root, LISTED))
    .map((file) => path.basename(file, '.ts'))
    .filter((name) => name !== 'list' && name !== HAS_STAFF_SCREENS);
  const files = fs
    .globSync(SHIPPED, { cwd: root, exclude: (name) => SKIPPED.test(name) })
    .filter((file) => !TEST.test(file) && !LISTS.includes(file));
  return files.flatMap((file) => {
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
    const strange = names.filter((name) => !homesOf(name).some((home) => file.startsWith(home)));
    return [file, ...lines].flatMap((line, number) =>
      strange
        .filter((name) => line.toLowerCase().includes(name))
        .map((name) => `${number === 0 ? file : `${file}:${number}`} "${name}" ${remedy(name)}`),
    );
  });
}

function sources(room: string): string {
  return `${room}/**/*.{ts,tsx,mjs,js,css}`;
}

const remedy = (name: string): string =>
  `(provider-names)\n    A payment provider is a folder: what only ${name} needs belongs in ${homesOf(name).join(', ')}; shared code asks the provider's declaration (PROVIDERS of @shop/contracts) or its interface.`;
