import fs from 'node:fs';
import path from 'node:path';
import { catalog } from '@shop/contracts';

/** The rule itself, former values of links, and what shoppers type, which the search has to understand. */
const MAY_NAME_THEM = [
  /(^|\/)diamond(s|-words)(\.spec)?\.ts$/,
  /^services\/catalog\/(src\/demo-data\/synonyms|test\/search-corpus)\.ts$/,
  /^services\/catalog\/src\/(demo-data\/demo-data(\.spec)?|search\/search\.spec)\.ts$/,
  /^(mfe-admin\/src\/features\/options\/options\.spec\.tsx|e2e\/screens\/screens\.ts)$/,
];
const SKIPPED = /(^|\/)(node_modules|dist|\.\w+|broken)(\/|$)/;
const ROOMS = ['shell', 'mfe-*', 'services', 'gateway', 'packages', 'tools', 'e2e', 'studio', 'docs', 'infra'];

/** Lines below `root` that say of a diamond what shoppers in India may not be told: `file:line "lab-grown": …`. */
export function diamondComplaints(root: string): string[] {
  const files = fs
    .globSync(['*.md', ...ROOMS.map((room) => `${room}/**/*.{ts,tsx,md}`)], {
      cwd: root,
      exclude: (name) => SKIPPED.test(name),
    })
    .filter((file) => !MAY_NAME_THEM.some((place) => place.test(file)));
  return files.flatMap((file) =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const found = catalog.misleadingDiamondWords(line);
        return found ? [`${file}:${index + 1} "${found}": ${catalog.DIAMOND_WORDS}`] : [];
      }),
  );
}
