/** Plural of a category's name: `ring` → `rings`, `brooch` → `brooches`, `accessory` → `accessories`; other scripts have no `s`. */
export function pluralOf(word: string): string {
  if (!/\p{Script=Latin}$/u.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
