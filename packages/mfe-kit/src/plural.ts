/** `ring` → `rings`, `brooch` → `brooches`, `accessory` → `accessories`: categories are named in the singular. */
export function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
