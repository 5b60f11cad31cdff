import { catalog } from '@shop/contracts';
import { sourceLines } from './source-lines.ts';

/** The rule itself, former values of links, and what shoppers type, which the search has to understand. */
const MAY_NAME_THEM = [
  /(^|\/)diamond(s|-words)(\.spec)?\.ts$/,
  /^services\/catalog\/(src\/demo-data\/synonyms|test\/search-corpus)\.ts$/,
  /^services\/catalog\/src\/(demo-data\/demo-data(\.spec)?|search\/search\.spec)\.ts$/,
  /^(mfe-admin\/src\/features\/options\/options\.spec\.tsx|e2e\/screens\/staff-catalogue\.ts)$/,
];

/** Lines below `root` that say of a diamond what shoppers in India may not be told: `file:line "lab-grown": …`. */
export function diamondComplaints(root: string): string[] {
  const lines = sourceLines(root, ['ts', 'tsx', 'md'], (file) => MAY_NAME_THEM.some((place) => place.test(file)));
  return lines.flatMap(({ at, text }) => {
    const found = catalog.misleadingDiamondWords(text);
    return found ? [`${at} "${found}": ${catalog.DIAMOND_WORDS}`] : [];
  });
}
