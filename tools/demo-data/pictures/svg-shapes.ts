import type { Shape, StoneKind } from '../designs.ts';
import type { PictureSpec } from '../catalogue.ts';

/** SVG building blocks of the drawings, on a canvas of 600 by 600. */

export interface Point {
  x: number;
  y: number;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);
export const at = (x: number, y: number): Point => ({ x, y });

/** Shadow, mid-tone, light and highlight of each metal. */
const METALS: Record<PictureSpec['tone'], readonly [string, string, string, string]> = {
  yellow: ['#8f6420', '#c9973b', '#ecca7c', '#fff3d0'],
  white: ['#7d7a74', '#b9b5ad', '#dedbd4', '#ffffff'],
  rose: ['#94573f', '#cc8d71', '#ecbda5', '#fff0e8'],
  platinum: ['#70757a', '#a4a9ad', '#d2d6d9', '#fbfdff'],
  silver: ['#85888b', '#bcbfc2', '#e6e8ea', '#ffffff'],
  oxidised: ['#2f3134', '#5c5f63', '#9a9ea2', '#d9dcde'],
};

/** Dark, body and bright colour of each stone. */
const GEMS: Record<StoneKind, readonly [string, string, string]> = {
  diamond: ['#a9bccb', '#dfe9f0', '#ffffff'],
  lab: ['#a9bccb', '#dfe9f0', '#ffffff'],
  polki: ['#b3ab93', '#e4dcc4', '#fffbee'],
  moissanite: ['#a9c0c9', '#dcebee', '#ffffff'],
  zirconia: ['#b1bfca', '#e3ebf0', '#ffffff'],
  ruby: ['#5d0717', '#b3152f', '#f26377'],
  garnet: ['#3d0712', '#7e1526', '#c74d5c'],
  emerald: ['#04402c', '#0f7a52', '#58c494'],
  peridot: ['#4e6b12', '#8cad2f', '#d3e887'],
  sapphire: ['#0a1c57', '#1f46a8', '#7296e8'],
  pinkSapphire: ['#7d1a52', '#c7468a', '#f5a3cb'],
  morganite: ['#b0705f', '#e6ae9c', '#fde3da'],
  aquamarine: ['#3c8497', '#8cc9d4', '#dff5f8'],
  topaz: ['#135f91', '#3f9fd0', '#a9dcf3'],
  amethyst: ['#341257', '#6d339b', '#b98be0'],
  citrine: ['#8a5206', '#d6951f', '#fbdc86'],
  moonstone: ['#9aa9bd', '#dbe2ec', '#ffffff'],
  onyx: ['#050506', '#1e1f22', '#63666c'],
  turquoise: ['#0f6f70', '#38aaa6', '#93dcd6'],
  opal: ['#b7a6c4', '#e6dcea', '#d6f5ee'],
  pearl: ['#b5a796', '#ebe3d7', '#ffffff'],
};

/** Gradients and classes that the shapes below refer to. */
export function definitions(tone: PictureSpec['tone'], gem: PictureSpec['stone']): string {
  const [shadow, middle, light, highlight] = METALS[tone];
  const [deep, body, bright] = GEMS[gem === 'none' ? 'diamond' : gem];
  return `<defs>
<radialGradient id="ground" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="#fbf9f6"/><stop offset="1" stop-color="#e9e2d8"/></radialGradient>
<radialGradient id="shade"><stop offset="0" stop-color="#3b2f20" stop-opacity=".32"/><stop offset="1" stop-color="#3b2f20" stop-opacity="0"/></radialGradient>
<linearGradient id="metal" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".28" stop-color="${middle}"/><stop offset=".5" stop-color="${shadow}"/><stop offset=".72" stop-color="${middle}"/><stop offset="1" stop-color="${light}"/></linearGradient>
<linearGradient id="plate" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${highlight}"/><stop offset=".35" stop-color="${light}"/><stop offset="1" stop-color="${middle}"/></linearGradient>
<radialGradient id="bead" cx="36%" cy="32%" r="72%"><stop offset="0" stop-color="${bright}"/><stop offset=".45" stop-color="${body}"/><stop offset="1" stop-color="${deep}"/></radialGradient>
<radialGradient id="melee" cx="38%" cy="34%" r="72%"><stop offset="0" stop-color="#ffffff"/><stop offset=".55" stop-color="#dfe9f0"/><stop offset="1" stop-color="#93a8b8"/></radialGradient>
<radialGradient id="ball" cx="36%" cy="32%" r="72%"><stop offset="0" stop-color="${highlight}"/><stop offset=".45" stop-color="${light}"/><stop offset="1" stop-color="${shadow}"/></radialGradient>
<linearGradient id="gem" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${bright}"/><stop offset=".5" stop-color="${body}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
<style>.e{stroke:${shadow};stroke-width:1}.g{stroke:${highlight};fill:none;stroke-linecap:round;opacity:.85}.b{fill:${bright}}.d{fill:${deep}}.m{fill:${body}}.f{stroke:#fff;stroke-opacity:.55;stroke-width:.8;stroke-linejoin:round}.l{stroke:${middle};fill:none}.s{stroke:${shadow};fill:none}</style>
</defs>`;
}

/** A soft drop shadow. */
export const shadow = (x: number, y: number, rx: number, ry: number): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="url(#shade)"/>`;

/** A round wire bent to an ellipse, `wide` thick, with a highlight at the upper left. */
export function hoop(x: number, y: number, rx: number, ry: number, wide: number): string {
  const ellipse = (width: number, style: string, dash = '') =>
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="none" stroke-width="${n(width)}" ${style}${dash}/>`;
  const circumference = Math.PI * (3 * (rx + ry) - Math.sqrt((3 * rx + ry) * (rx + 3 * ry)));
  return (
    ellipse(wide, 'stroke="url(#metal)"') +
    ellipse(
      wide * 0.14,
      'class="g"',
      ` stroke-dasharray="${n(circumference * 0.2)} ${n(circumference * 0.8)}" stroke-dashoffset="${n(-circumference * 0.52)}"`,
    )
  );
}

/** A filled piece of metal along a path. */
export const plate = (path: string): string => `<path d="${path}" fill="url(#plate)" class="e"/>`;
export const wire = (path: string, wide: number): string =>
  `<path d="${path}" fill="none" stroke="url(#metal)" stroke-width="${n(wide)}" stroke-linecap="round"/>` +
  `<path d="${path}" class="g" stroke-width="${n(wide * 0.16)}"/>`;
export const ball = ({ x, y }: Point, r: number): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#ball)"/>`;

/** Half width and half height of a shape of `size`. */
const PROPORTIONS: Record<Shape, readonly [number, number]> = {
  round: [1, 1],
  princess: [0.92, 0.92],
  cushion: [1, 0.96],
  oval: [0.82, 1.12],
  emerald: [0.8, 1.12],
  pear: [0.82, 1.2],
  marquise: [0.6, 1.3],
  bead: [1, 1],
};

/** Corners of a cut stone's outline; with a smaller `scale`, of its table. */
function outline({ x, y }: Point, size: number, shape: Shape, scale: number): Point[] {
  const [wide, high] = PROPORTIONS[shape];
  const corners = shape === 'princess' ? 4 : shape === 'emerald' || size < 20 ? 8 : 16;
  return Array.from({ length: corners }, (_, index) => {
    const turn = ((index + (corners === 16 ? 0 : 0.5)) / corners) * 2 * Math.PI - Math.PI / 2;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    let [dx, dy] = [cos, sin];
    if (shape === 'cushion' || shape === 'princess') {
      const power = shape === 'princess' ? 0.1 : 0.62;
      dx = Math.sign(cos) * Math.abs(cos) ** power;
      dy = Math.sign(sin) * Math.abs(sin) ** power;
    }
    if (shape === 'emerald') {
      dx = Math.sign(cos) * (Math.abs(cos) > 0.5 ? 1 : 0.62);
      dy = Math.sign(sin) * (Math.abs(sin) > 0.5 ? 1 : 0.66);
    }
    if (shape === 'pear' && sin < 0) dx = cos * (1 + sin * 0.82);
    if (shape === 'marquise') dx = cos * (1 - Math.abs(sin) * 0.35);
    return at(x + dx * size * wide * scale, y + dy * size * high * scale);
  });
}

const polygon = (points: readonly Point[], style: string): string =>
  `<polygon points="${points.map((point) => `${n(point.x)},${n(point.y)}`).join(' ')}" ${style}/>`;

/** A cut stone of half height `size`, facet by facet; a pearl or bead as a ball. */
export function stone(centre: Point, size: number, shape: Shape): string {
  if (shape === 'bead') return `<circle cx="${n(centre.x)}" cy="${n(centre.y)}" r="${n(size)}" fill="url(#bead)"/>`;
  const girdle = outline(centre, size, shape, 1);
  if (size < 12) return polygon(girdle, 'fill="url(#gem)" class="f"');
  const table = outline(centre, size, shape, 0.56);
  const facets = girdle.map((corner, index) => {
    const next = (index + 1) % girdle.length;
    const tone = ['b', 'm', 'd', 'm'][(index * 3) % 4];
    return polygon(
      [corner, girdle[next]!, table[next]!, table[index]!],
      `class="f ${tone}" fill-opacity="${index % 2 ? 0.75 : 0.95}"`,
    );
  });
  const highlight = outline(at(centre.x - size * 0.12, centre.y - size * 0.14), size, shape, 0.26);
  return (
    polygon(girdle, 'fill="url(#gem)"') +
    facets.join('') +
    polygon(table, 'fill="url(#gem)" class="f"') +
    polygon(highlight, 'class="b" fill-opacity=".55"')
  );
}

/** A small white stone beside a larger one. */
export const melee = ({ x, y }: Point, r: number): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#melee)" class="e" stroke-opacity=".4"/>`;

/** A stone in four claws. */
export function set(centre: Point, size: number, shape: Shape): string {
  if (shape === 'bead') return stone(centre, size, shape);
  const [wide, high] = PROPORTIONS[shape];
  const claws = [-1, 1].flatMap((dx) =>
    [-1, 1].map((dy) =>
      ball(at(centre.x + dx * size * wide * 0.72, centre.y + dy * size * high * 0.72), Math.max(2, size * 0.11)),
    ),
  );
  return stone(centre, size, shape) + claws.join('');
}

/** `count` points around an ellipse, from angle `from` to `to` in degrees, clockwise from the right. */
export const along = (x: number, y: number, rx: number, ry: number, count: number, from = 0, to = 360): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const whole = Math.abs(to - from) >= 360;
    const turn = ((from + ((to - from) * index) / (whole ? count : Math.max(1, count - 1))) * Math.PI) / 180;
    return at(x + rx * Math.cos(turn), y + ry * Math.sin(turn));
  });

/** A fine chain along a path. */
export const chain = (path: string, wide = 5): string =>
  `<path d="${path}" class="s" stroke-width="${n(wide)}" stroke-linecap="round" stroke-dasharray="${n(wide * 1.3)} ${n(wide * 0.9)}"/>` +
  `<path d="${path}" class="l" stroke-width="${n(wide * 0.8)}" stroke-linecap="round" stroke-dasharray="${n(wide * 1.3)} ${n(wide * 0.9)}"/>` +
  `<path d="${path}" class="g" stroke-width="${n(wide * 0.22)}" stroke-dasharray="${n(wide * 0.7)} ${n(wide * 1.5)}"/>`;
