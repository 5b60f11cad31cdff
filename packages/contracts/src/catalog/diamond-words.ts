/** What may not be said of a diamond that was not mined, nor of one that was (IS 19469:2025). */
const MISLEADING = [
  /\blab(?:[\s-]?(?:grown|created|made))\b/i,
  /\blab[\s-]diamonds?\b/i,
  /\blgds?\b/i,
  /\b(?:cultured|cultivated|pure|eco[\s-]friendly|earth[\s-]friendly)[\s-]diamonds?\b/i,
  /\bearth[\s-]friendly\b/i,
];

/** What to write instead. */
export const DIAMOND_WORDS =
  'Write “laboratory-grown diamond” or “laboratory-created diamond”: nothing else may be said in India, and “diamond” alone means a natural one';

/** The first words of a text that shoppers in India may not be told of a diamond. */
export const misleadingDiamondWords = (text: string): string | undefined =>
  MISLEADING.map((words) => words.exec(text)?.[0]).find((found) => found !== undefined);
