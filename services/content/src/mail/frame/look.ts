/** The colours of the shop's pages (`packages/ui/src/tokens.css`), light and dark; a spec compares them. */
export const COLOURS = {
  paper: ['#fdfbf7', '#14110d'],
  surface: ['#ffffff', '#1d1914'],
  'surface-sunken': ['#f5f0e7', '#0e0c09'],
  ink: ['#211c15', '#f4ede1'],
  'ink-soft': ['#665c4d', '#b9ad9b'],
  line: ['#e4dac8', '#3a3228'],
  gold: ['#86611a', '#d9b463'],
  'on-gold': ['#ffffff', '#1a1409'],
} as const;
export type Colour = keyof typeof COLOURS;

/** Mailboxes load no fonts: these are nearest to the shop's own. */
export const DISPLAY = "'Cormorant Garamond', Garamond, Georgia, 'Times New Roman', serif";
export const BODY = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif";

const PROPERTIES = { ink: 'color', fill: 'background-color', edge: 'border-color' } as const;
type Use = keyof typeof PROPERTIES;

/** The dark colour of what is inline in light: a class by use and colour, because clients override inline styles no other way. */
export const dark = (...uses: [Use, Colour][]): string => uses.map(([use, colour]) => `${use}-${colour}`).join(' ');

const rules = (prefix: string): string =>
  Object.entries(PROPERTIES)
    .flatMap(([use, property]) =>
      Object.entries(COLOURS).map(
        ([colour, [, value]]) => `${prefix}.${use}-${colour}{${property}:${value} !important}`,
      ),
    )
    .concat(`${prefix}.fill-paper>table>tbody>tr>td{background-color:${COLOURS.paper[1]} !important}`)
    .join('');

/** `data-ogsc` is set by Outlook's dark mode, which knows no media query. */
export const STYLES = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'a{text-underline-offset:2px}',
  '@media (max-width:480px){.card{padding:28px 20px !important}.outer{padding:20px 10px !important}}',
  `@media (prefers-color-scheme:dark){${rules('')}}`,
  rules('[data-ogsc] '),
].join('\n');
