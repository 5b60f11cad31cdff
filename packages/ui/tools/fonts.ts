// `npm run fonts -w @shop/ui` writes src/fonts from the npm packages of the typefaces. Its output is committed.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import arial from '@capsizecss/metrics/arial';
import cormorant from '@capsizecss/metrics/cormorant';
import figtree from '@capsizecss/metrics/figtree';
import notoSerif from '@capsizecss/metrics/notoSerif';
import roboto from '@capsizecss/metrics/roboto';
import timesNewRoman from '@capsizecss/metrics/timesNewRoman';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const FOLDER = path.join(import.meta.dirname, '../src/fonts');

interface Metrics {
  ascent: number;
  descent: number;
  lineGap: number;
  unitsPerEm: number;
  xWidthAvg: number;
}
/** Measured: not in the metrics package. Used on Linux in place of Arial and Times. */
const dejaVu = (xWidthAvg: number): Metrics => ({
  ascent: 928,
  descent: -236,
  lineGap: 0,
  unitsPerEm: 1000,
  xWidthAvg,
});

interface Typeface {
  /** CSS name. */
  family: string;
  package: string;
  metrics: Metrics;
  /** One weight, or a range. */
  weights: number | { min: number; max: number };
  /** The requested weights. */
  asked: string;
  /** Percent; gives both families the same cap height. */
  size: number;
  /** Fallback fonts until the font is loaded, by their system names, with adjusted metrics. */
  standIns: { local: string[]; metrics: Metrics }[];
}

const TYPEFACES: Record<string, Typeface> = {
  display: {
    family: 'Shop Display',
    package: 'cormorant',
    metrics: cormorant,
    weights: 500,
    asked: '400 600',
    size: 114,
    standIns: [
      { local: ['Times New Roman', 'Liberation Serif', 'Tinos'], metrics: timesNewRoman },
      { local: ['Noto Serif'], metrics: notoSerif },
      { local: ['DejaVu Serif'], metrics: dejaVu(511) },
    ],
  },
  text: {
    family: 'Shop Text',
    package: 'figtree',
    metrics: figtree,
    weights: { min: 400, max: 600 },
    asked: '400 600',
    size: 100,
    standIns: [
      { local: ['Arial', 'Liberation Sans', 'Arimo'], metrics: arial },
      { local: ['Roboto'], metrics: roboto },
      { local: ['DejaVu Sans'], metrics: dejaVu(502) },
    ],
  },
};

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const LATIN = String.fromCodePoint(...range(0x20, 0x7e), ...range(0xa0, 0xff)) + '–—‘’“”•…‹›€−';
/** A character from the files for other scripts: subset into its own file of a kilobyte. */
const RUPEE = '₹';

/** The font files by name, and the style sheet that declares them. */
export async function fontFiles(): Promise<Map<string, Buffer | string>> {
  const files = new Map<string, Buffer | string>();
  const rules: string[] = [];
  for (const [name, face] of Object.entries(TYPEFACES)) {
    for (const [file, part, signs] of [
      [`${name}.woff2`, 'latin', LATIN],
      [`${name}-rupee.woff2`, 'latin-ext', RUPEE],
    ] as const) {
      const source = `@fontsource-variable/${face.package}/files/${face.package}-${part}-wght-normal.woff2`;
      const whole = fs.readFileSync(require.resolve(source));
      files.set(file, await subsetFont(whole, signs, { targetFormat: 'woff2', variationAxes: { wght: face.weights } }));
      rules.push(
        rule(face.family, {
          'font-weight': face.asked,
          'font-display': 'swap',
          src: `url('./${file}') format('woff2')`,
          ...(face.size !== 100 && { 'size-adjust': `${face.size}%` }),
          ...(signs === RUPEE && { 'unicode-range': 'U+20B9' }),
        }),
      );
    }
    for (const { local, metrics } of face.standIns) {
      const size = (widthOf(face.metrics) / widthOf(metrics)) * (face.size / 100);
      const share = (value: number) => percent(((value / face.metrics.unitsPerEm) * (face.size / 100)) / size);
      rules.push(
        rule(`${face.family} Stand-in ${local[0]}`, {
          src: local.map((one) => `local('${one}')`).join(', '),
          'size-adjust': percent(size),
          'ascent-override': share(face.metrics.ascent),
          'descent-override': share(-face.metrics.descent),
          'line-gap-override': share(face.metrics.lineGap),
        }),
      );
    }
    const licence = fs.readFileSync(require.resolve(`@fontsource-variable/${face.package}/LICENSE`), 'utf8');
    files.set(`OFL-${face.package}.txt`, licence);
  }
  const stacks = Object.values(TYPEFACES).map(
    ({ family, standIns }) =>
      `${[family, ...standIns.map(({ local }) => `${family} Stand-in ${local[0]}`)].join(', ')}`,
  );
  const head = `/* Made by tools/fonts.ts. Families, for tokens.css:\n${stacks.map((stack) => `   ${stack}\n`).join('')}*/\n`;
  files.set('fonts.css', head + rules.join('\n'));
  return files;
}

const widthOf = ({ xWidthAvg, unitsPerEm }: Metrics) => xWidthAvg / unitsPerEm;
const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;
const rule = (family: string, lines: Record<string, string>) =>
  `@font-face {\n  font-family: '${family}';\n${Object.entries(lines)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}\n`;

if (import.meta.main) {
  fs.mkdirSync(FOLDER, { recursive: true });
  for (const [name, content] of await fontFiles()) fs.writeFileSync(path.join(FOLDER, name), content);
}
