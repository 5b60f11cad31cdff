import fs from 'node:fs';
import path from 'node:path';

const ROOMS = ['shell', 'mfe-*', 'services', 'gateway', 'packages', 'infra', 'tools', 'e2e', 'studio', 'docs'];
/** What is installed, built, hidden, or broken on purpose. */
const SKIPPED = /(^|\/)(node_modules|dist|\.\w+|broken)(\/|$)/;

/** A line that people wrote, and where: `services/catalog/src/main.ts:3`. */
interface SourceLine {
  at: string;
  file: string;
  text: string;
}

/** The lines of documents and sources below `root`, without those of files that `isLeftOut` names. */
export function sourceLines(
  root: string,
  extensions: readonly string[],
  isLeftOut: (file: string) => boolean,
): SourceLine[] {
  const files = fs.globSync(['*.md', ...ROOMS.map((room) => `${room}/**/*.{${extensions.join(',')}}`)], {
    cwd: root,
    exclude: (name) => SKIPPED.test(name),
  });
  return files
    .filter((file) => !isLeftOut(file))
    .flatMap((file) =>
      fs
        .readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((text, index) => ({ at: `${file}:${index + 1}`, file, text })),
    );
}
