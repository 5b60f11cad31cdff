import fs from 'node:fs';
import path from 'node:path';

/** Words that hide what is meant, with what to write instead. */
const REPLACEMENTS: Record<string, string> = {
  anew: 'again, from scratch, fresh',
  nobody: 'no one, no caller, no instance',
  whoever: 'the caller, anyone who',
  whatever: 'any, regardless of',
  meanwhile: 'concurrently, in the meantime',
  thereof: 'of it',
  'once more': 'again, retried once',
  'is had': 'is available, is cached',
  'to be had': 'available, could not be fetched',
  'heard of': 'received, known',
};
const ODD = new RegExp(`\\b(${Object.keys(REPLACEMENTS).join('|')})\\b`, 'i');
const COMMENT = /(?:^|\s)(?:\/\/|\/\*\*?|\{\/\*|\*(?!\/))\s(.*)$/;
const SKIPPED = /(^|\/)(node_modules|dist|\.\w+|broken|words(\.spec)?\.ts)(\/|$)/;
const ROOMS = ['shell', 'mfe-*', 'services', 'gateway', 'packages', 'infra', 'tools', 'e2e', 'studio', 'docs'];

/** Comments and documents below `root` in words that CONTRIBUTING.md rules out: `file:line "anew": …`. */
export function wordComplaints(root: string): string[] {
  const files = fs.globSync(['*.md', ...ROOMS.map((room) => `${room}/**/*.{ts,tsx,mjs,css,md}`)], {
    cwd: root,
    exclude: (name) => SKIPPED.test(name),
  });
  return files.flatMap((file) =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const text = file.endsWith('.md') ? line.replaceAll(/`[^`]*`/g, '') : (COMMENT.exec(line)?.[1] ?? '');
        const found = ODD.exec(text)?.[1];
        return found ? [`${file}:${index + 1} "${found}": write ${REPLACEMENTS[found.toLowerCase()]}`] : [];
      }),
  );
}
