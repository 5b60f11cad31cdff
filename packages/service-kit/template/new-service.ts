// Generates a service with one call, one event and their tests:
//   npm run new-service -- wishlist wish
// writes services/wishlist and packages/contracts/src/wishlist, and adds both to the lists of all services.
import fs from 'node:fs';
import path from 'node:path';

const FILES = path.join(import.meta.dirname, 'files');

export interface NewService {
  /** The repository's folder. */
  root: string;
  /** E.g. `gift-card`. */
  service: string;
  /** The singular of its main entity: `voucher`. */
  thing: string;
}

/** @returns the files written and changed. @throws Error before writing anything when a name is invalid or taken */
export function newService({ root, service, thing }: NewService): string[] {
  if (!/^[a-z]+(-[a-z]+)*$/.test(service)) throw new Error(`"${service}" is not a valid service name: write gift-card`);
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(thing)) throw new Error(`"${thing}" is not a valid entity name: write voucher`);
  const folder = path.join(root, 'services', service);
  if (fs.existsSync(folder)) throw new Error(`services/${service} exists already`);

  const identifier = service.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const things = /(s|x|ch|sh)$/.test(thing) ? `${thing}es` : `${thing}s`;
  const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
  const fill = (text: string) =>
    text
      .replaceAll('__service__', service)
      .replaceAll('__room__', identifier)
      .replaceAll('__things__', things)
      .replaceAll('__Things__', capital(things))
      .replaceAll('__thing__', thing)
      .replaceAll('__Thing__', capital(thing));

  const edits = listsOf({ identifier, service, things }).map(({ file, edit }) => {
    const at = path.join(root, file);
    const before = fs.readFileSync(at, 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${file} does not look as expected: add ${service} by hand`);
    return { at, after };
  });
  const written: string[] = [];
  const copy = (from: string, to: string) => {
    for (const entry of fs.readdirSync(path.join(FILES, from), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const source = path.join(entry.parentPath, entry.name);
      const target = path.join(to, fill(path.relative(path.join(FILES, from), source)).replace(/\.template$/, ''));
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, fill(fs.readFileSync(source, 'utf8')));
      written.push(target);
    }
  };
  copy('service', folder);
  copy('contracts', path.join(root, 'packages/contracts/src', service));
  for (const { at, after } of edits) fs.writeFileSync(at, after);
  return [...written, ...edits.map(({ at }) => at)];
}

/** The lists of all services, and how to add one. */
function listsOf({ identifier, service, things }: { identifier: string; service: string; things: string }) {
  const importLine = `import * as ${identifier} from './${service}/index.ts';\n`;
  return [
    {
      file: 'packages/contracts/src/core/call.ts',
      edit: (text: string) => text.replace(/(export const SERVICES = \[[^\]]*)\]/, `$1, '${service}']`),
    },
    {
      file: 'packages/contracts/src/registry.ts',
      edit: (text: string) =>
        text
          .replace(/(import \* as content [^\n]*\n)/, `$1${importLine}`)
          .replace(/(\n {2}content,\n)/, `$1  ${identifier},\n`),
    },
    {
      file: 'packages/contracts/src/index.ts',
      edit: (text: string) =>
        text.replace(/(export \* as content [^\n]*\n)/, `$1export * as ${identifier} from './${service}/index.ts';\n`),
    },
    {
      file: 'infra/ports.ts',
      edit: (text: string) => {
        const taken = [...text.matchAll(/^ {2}\w+: (\d+),$/gm)].map(([, offset]) => Number(offset));
        const free = [15, 16, 17, 18, 19].find((offset) => !taken.includes(offset));
        return free === undefined ? text : text.replace(/(\n {2}content: \d+,\n)/, `$1  ${identifier}: ${free},\n`);
      },
    },
    {
      file: 'infra/run/programs.ts',
      edit: (text: string) =>
        text.replace(
          /(\n {2}\{ name: 'content', folder: 'services\/content', port: 'content' \},\n)/,
          `$1  { name: '${service}', folder: 'services/${service}', port: '${identifier}' },\n`,
        ),
    },
    {
      file: 'gateway/src/routes.ts',
      edit: (text: string) =>
        text.replace(
          /(routes: Record<Service, readonly string\[\]> = \{\n)/,
          `$1  ${/\W/.test(service) ? `'${service}'` : service}: ['/${things}'],\n`,
        ),
    },
  ];
}

if (import.meta.main) {
  const [service, thing] = process.argv.slice(2);
  if (!service || !thing) {
    console.error('Which service, and which entity? npm run new-service -- gift-card voucher');
    process.exit(1);
  }
  const root = path.resolve(import.meta.dirname, '../../..');
  try {
    const files = newService({ root, service, thing });
    console.log(files.map((file) => path.relative(root, file)).join('\n'));
    console.log(`
Now:
  npm install                               links the new workspace and adds it to the lockfile
  npm run contracts -- generate             the browser's version of the new call
  npm test -- ${service}
  docker-compose.yml, ARCHITECTURE.md       describe the new service there; a test names what is missing`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
