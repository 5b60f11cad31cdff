import type { Manifest } from './manifest.ts';

/** For people: what a backup holds, a line each. */
export function contentText({ databases, objects, secrets }: Manifest): string {
  const rows = databases.map(({ name, collections }) => {
    const documents = collections.reduce((sum, each) => sum + each.documents, 0);
    const bytes = collections.reduce((sum, each) => sum + each.bytes, 0);
    return `${name.padEnd(18)} ${amount(documents, 'document')} in ${amount(collections.length, 'collection')}, ${megabytes(bytes)}`;
  });
  const missing = objects.missing > 0 ? `; ${objects.missing} are missing` : '';
  rows.push(`${'uploads'.padEnd(18)} ${amount(objects.objects, 'object')}, ${megabytes(objects.bytes)}${missing}`);
  rows.push(`${'keys'.padEnd(18)} ${secrets ? secrets.file : 'none'}`);
  return rows.map((row) => `  ${row}`).join('\n');
}

const amount = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
