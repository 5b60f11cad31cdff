import { sourceLines } from './source-lines.ts';

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
const OWN = /(^|\/)words(\.spec)?\.ts$/;

/** Comments and documents below `root` in words that CONTRIBUTING.md rules out: `file:line "anew": …`. */
export function wordComplaints(root: string): string[] {
  const lines = sourceLines(root, ['ts', 'tsx', 'mjs', 'css', 'md'], (file) => OWN.test(file));
  return lines.flatMap(({ at, file, text }) => {
    const said = file.endsWith('.md') ? text.replaceAll(/`[^`]*`/g, '') : (COMMENT.exec(text)?.[1] ?? '');
    const found = ODD.exec(said)?.[1];
    return found ? [`${at} "${found}": write ${REPLACEMENTS[found.toLowerCase()]}`] : [];
  });
}
