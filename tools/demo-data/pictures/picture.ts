import type { Shape } from '../designs.ts';
import type { PictureSpec } from '../catalogue.ts';
import {
  along,
  at,
  ball,
  chain,
  definitions,
  hoop,
  melee,
  plate,
  type Point,
  set,
  shadow,
  stone,
  wire,
} from './svg-shapes.ts';

/** A drawing, and its close-up: centre and zoom factor. */
interface Drawing {
  svg: string;
  focus: Point;
  zoom: number;
}

type Draw = (shape: Shape, stones: boolean) => Drawing;

const many = (points: readonly Point[], draw: (point: Point) => string): string => points.map(draw).join('');
const mirrored = (svg: string): string => `${svg}<g transform="translate(600 0) scale(-1 1)">${svg}</g>`;

const HALF_NECK = 'M110 90 C130 330 220 470 300 480 C380 470 470 330 490 90';
const PENDANT_CHAIN = 'M150 40 C190 190 260 270 300 300 C340 270 410 190 450 40';
/** Points along the neck line, from one shoulder to the other. */
const neck = (count: number, drop = 0): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const t = index / (count - 1);
    return at(110 + 380 * t, 90 + (390 + drop) * Math.sin(Math.PI * t) ** 0.72);
  });

const halo = (centre: Point, size: number, shape: Shape): string => {
  const high = shape === 'round' || shape === 'cushion' || shape === 'princess' ? 1 : 1.22;
  const around = size * 1.34;
  return (
    `<ellipse cx="${centre.x}" cy="${centre.y}" rx="${around * 1.12}" ry="${around * high * 1.1}" fill="url(#plate)" class="e"/>` +
    many(along(centre.x, centre.y, around, around * high, 20), (point) => melee(point, size * 0.17)) +
    set(centre, size, shape)
  );
};

const petals = (centre: Point, count: number, size: number, draw: (turn: number) => string): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `<g transform="rotate(${(360 / count) * index} ${centre.x} ${centre.y}) translate(0 ${-size})">${draw(index)}</g>`,
  ).join('');

const ringOf = (head: string, wide = 20): string => shadow(300, 520, 170, 26) + hoop(300, 370, 138, 142, wide) + head;

const rings: Record<string, Draw> = {
  solitaire: (shape) => ({
    svg: ringOf(plate('M272 246 L328 246 L316 206 L284 206 Z') + set(at(300, 176), 56, shape)),
    focus: at(300, 190),
    zoom: 2.3,
  }),
  halo: (shape) => ({ svg: ringOf(halo(at(300, 190), 46, shape)), focus: at(300, 195), zoom: 2.2 }),
  'three-stone': (shape) => ({
    svg: ringOf(set(at(226, 222), 32, shape) + set(at(374, 222), 32, shape) + set(at(300, 194), 48, shape)),
    focus: at(300, 205),
    zoom: 2.1,
  }),
  eternity: (shape) => ({
    svg: ringOf(
      many(along(300, 370, 138, 142, 17, 195, 345), (point) => set(point, 15, shape)),
      26,
    ),
    focus: at(300, 235),
    zoom: 2.3,
  }),
  band: () => ({ svg: shadow(300, 500, 180, 26) + hoop(300, 320, 150, 156, 52), focus: at(200, 230), zoom: 2 }),
  signet: (shape, stones) => ({
    svg: ringOf(
      plate('M222 252 C222 176 240 160 300 160 C360 160 378 176 378 252 C350 270 250 270 222 252 Z') +
        (stones
          ? stone(at(300, 212), 44, shape)
          : '<ellipse cx="300" cy="212" rx="56" ry="36" fill="none" class="l"/>'),
      26,
    ),
    focus: at(300, 212),
    zoom: 2.2,
  }),
  cocktail: (shape) => ({
    svg: ringOf(plate('M240 262 L360 262 L340 214 L260 214 Z') + halo(at(300, 168), 70, shape)),
    focus: at(300, 172),
    zoom: 1.9,
  }),
  stacking: (shape, stones) => ({
    svg: stones
      ? ringOf(
          many(along(300, 370, 138, 142, 5, 246, 294), (point) => set(point, 13, shape)),
          12,
        )
      : shadow(300, 520, 170, 26) +
        wire('M162 370 C162 180 250 300 300 250 C350 200 438 240 438 370 C438 560 162 560 162 370 Z', 13),
    focus: at(300, 240),
    zoom: 2.4,
  }),
};

const wrist = shadow(300, 470, 220, 34);
const bracelets: Record<string, Draw> = {
  tennis: (shape) => ({
    svg: wrist + hoop(300, 310, 205, 132, 8) + many(along(300, 310, 205, 132, 44), (point) => set(point, 13, shape)),
    focus: at(300, 440),
    zoom: 2.4,
  }),
  chain: (shape, stones) => ({
    svg:
      wrist +
      many(
        along(300, 310, 205, 132, 30),
        (point) =>
          `<g transform="rotate(${Math.atan2(point.y - 310, point.x - 300) * 57.3 + 90} ${point.x} ${point.y})">${hoop(point.x, point.y, 19, 9, 5)}</g>`,
      ) +
      (stones ? many(along(300, 310, 205, 132, 5, 30, 150), (point) => set(point, 15, shape)) : ''),
    focus: at(300, 440),
    zoom: 2.2,
  }),
  charm: (shape, stones) => ({
    svg:
      wrist +
      chain('M95 310 C95 130 505 130 505 310 C505 490 95 490 95 310') +
      hoop(300, 470, 9, 9, 4) +
      petals(at(300, 516), 6, 22, () => plate('M300 500 C314 512 314 526 300 534 C286 526 286 512 300 500')) +
      (stones ? set(at(300, 516), 14, shape) : ball(at(300, 516), 12)),
    focus: at(300, 505),
    zoom: 2.6,
  }),
  cuff: (shape, stones) => ({
    svg:
      wrist +
      wire('M246 424 C60 400 70 190 300 190 C530 190 540 400 354 424', 38) +
      (stones
        ? many(along(300, 300, 190, 110, 13, 200, 340), (point) => set(point, 11, shape))
        : ball(at(246, 424), 20) + ball(at(354, 424), 20)),
    focus: at(300, 210),
    zoom: 1.9,
  }),
  bead: (_, stones) => ({
    svg:
      wrist +
      many(along(300, 310, 205, 132, 24), (point) => (stones ? stone(point, 24, 'bead') : ball(point, 22))) +
      ball(at(300, 442), 24),
    focus: at(300, 430),
    zoom: 2.2,
  }),
};

const arm = shadow(300, 500, 200, 30);
const bangles: Record<string, Draw> = {
  plain: () => ({
    svg: arm + hoop(300, 310, 178, 172, 26) + hoop(300, 310, 206, 200, 12),
    focus: at(180, 180),
    zoom: 2,
  }),
  'stone-set': (shape) => ({
    svg:
      arm +
      hoop(300, 310, 186, 180, 36) +
      many(along(300, 310, 186, 180, 23, 195, 345), (point) => set(point, 14, shape)),
    focus: at(300, 132),
    zoom: 2.2,
  }),
  kada: (shape, stones) => ({
    svg:
      arm +
      wire('M262 152 C70 160 70 490 300 490 C530 490 530 160 338 152', 40) +
      ball(at(262, 152), 34) +
      ball(at(338, 152), 34) +
      (stones ? set(at(262, 152), 12, shape) + set(at(338, 152), 12, shape) : ''),
    focus: at(300, 160),
    zoom: 2,
  }),
  filigree: (shape, stones) => ({
    svg:
      arm +
      hoop(300, 310, 206, 200, 8) +
      hoop(300, 310, 164, 158, 8) +
      many(along(300, 310, 185, 179, 30), (point) => hoop(point.x, point.y, 15, 15, 4) + ball(point, 5)) +
      (stones ? many(along(300, 310, 185, 179, 9, 200, 340), (point) => set(point, 11, shape)) : ''),
    focus: at(300, 132),
    zoom: 2.2,
  }),
  hinged: (shape) => ({
    svg:
      arm +
      hoop(300, 310, 190, 176, 24) +
      ball(at(110, 310), 17) +
      ball(at(490, 310), 17) +
      many(along(300, 310, 190, 176, 15, 225, 315), (point) => set(point, shape === 'bead' ? 18 : 12, shape)),
    focus: at(300, 136),
    zoom: 2.2,
  }),
};

const necklaces: Record<string, Draw> = {
  chain: () => ({ svg: chain(HALF_NECK, 13), focus: at(300, 470), zoom: 2.2 }),
  tennis: (shape) => ({
    svg: wire(HALF_NECK, 4) + many(neck(47), (point) => set(point, 11 + 5 * ((point.y - 90) / 390), shape)),
    focus: at(300, 470),
    zoom: 2.2,
  }),
  collar: (shape, stones) => ({
    svg:
      plate(
        'M96 110 C110 420 220 520 300 520 C380 520 490 420 504 110 L474 106 C456 350 372 430 300 430 C228 430 144 350 126 106 Z',
      ) +
      (stones
        ? many(neck(17, 0).slice(2, -2), (point) => set(at(point.x, point.y), 19, shape === 'bead' ? 'round' : shape))
        : ''),
    focus: at(300, 470),
    zoom: 1.9,
  }),
  temple: (shape, stones) => ({
    svg:
      wire(HALF_NECK, 12) +
      many(neck(19).slice(3, -3), (point) => ball(at(point.x, point.y + 20), 17)) +
      plate('M252 470 C252 416 348 416 348 470 C348 530 320 552 300 562 C280 552 252 530 252 470 Z') +
      (stones
        ? set(at(300, 484), 30, shape === 'bead' ? 'round' : shape)
        : `<path d="M300 446 C318 476 318 500 300 508 C282 500 282 476 300 446" class="s" stroke-width="3"/>`),
    focus: at(300, 490),
    zoom: 2,
  }),
  layered: (shape, stones) => ({
    svg:
      chain('M140 80 C160 240 240 330 300 335 C360 330 440 240 460 80', 5) +
      chain('M125 80 C145 310 230 420 300 425 C370 420 455 310 475 80', 5) +
      chain('M110 80 C130 370 220 520 300 525 C380 520 470 370 490 80', 5) +
      (stones ? set(at(300, 345), 15, shape) + set(at(300, 435), 19, shape) + set(at(300, 537), 23, shape) : ''),
    focus: at(300, 450),
    zoom: 1.8,
  }),
  pearl: (shape) => ({
    svg:
      many(neck(31), (point) => stone(point, 17, shape === 'pear' ? 'bead' : shape)) +
      (shape === 'pear' ? wire('M300 480 L301 520', 4) + stone(at(300, 545), 24, 'pear') : ball(at(110, 72), 10)),
    focus: at(300, 470),
    zoom: 2.1,
  }),
};

const hanging = (svg: string): string =>
  chain(PENDANT_CHAIN, 5) + shadow(300, 520, 90, 16) + hoop(300, 312, 8, 14, 6) + svg;
const pendants: Record<string, Draw> = {
  solitaire: (shape) => ({ svg: hanging(set(at(300, 404), 66, shape)), focus: at(300, 395), zoom: 2.1 }),
  halo: (shape) => ({ svg: hanging(halo(at(300, 412), 56, shape)), focus: at(300, 405), zoom: 2 }),
  motif: (shape, stones) => ({
    svg: hanging(
      petals(at(300, 420), 8, 44, () =>
        stones
          ? stone(at(300, 408), 24, shape === 'bead' ? 'round' : 'marquise')
          : plate('M300 372 C322 396 322 420 300 436 C278 420 278 396 300 372'),
      ) + ball(at(300, 420), 20),
    ),
    focus: at(300, 415),
    zoom: 2,
  }),
  devotional: () => ({
    svg: hanging(
      '<circle cx="300" cy="414" r="84" fill="url(#plate)" class="e"/><circle cx="300" cy="414" r="70" fill="none" class="l" stroke-width="3"/>' +
        plate('M236 428 C252 474 348 474 364 428 C330 444 270 444 236 428 Z') +
        plate('M300 352 C322 386 320 412 300 420 C280 412 278 386 300 352 Z'),
    ),
    focus: at(300, 412),
    zoom: 2,
  }),
  locket: (shape, stones) => ({
    svg: hanging(
      '<ellipse cx="300" cy="416" rx="72" ry="92" fill="url(#plate)" class="e"/><ellipse cx="300" cy="416" rx="60" ry="79" fill="none" class="l" stroke-width="2.5"/>' +
        ball(at(374, 416), 8) +
        (stones ? set(at(300, 410), 13, shape) : ''),
    ),
    focus: at(300, 412),
    zoom: 2,
  }),
};

const pair = (svg: string): string => shadow(180, 500, 70, 14) + shadow(420, 500, 70, 14) + mirrored(svg);
const earrings: Record<string, Draw> = {
  stud: (shape) => ({
    svg: pair(shape === 'bead' ? stone(at(180, 330), 64, shape) : set(at(180, 330), 62, shape)),
    focus: at(180, 330),
    zoom: 2.1,
  }),
  hoop: (shape, stones) => ({
    svg: pair(
      hoop(180, 330, 96, 118, 15) +
        (stones
          ? many(along(180, 330, 96, 118, 13, 20, 160), (point) => set(point, shape === 'bead' ? 15 : 10, shape))
          : ''),
    ),
    focus: at(180, 420),
    zoom: 2.1,
  }),
  drop: (shape) => ({
    svg: pair(
      ball(at(180, 170), 13) +
        wire('M180 180 L181 300', 5) +
        set(at(180, 208), 12, 'round') +
        (shape === 'round'
          ? many(
              [at(150, 330), at(180, 385), at(210, 350)],
              (point) => wire(`M180 300 L${point.x} ${point.y}`, 3) + set(point, 17, 'round'),
            )
          : set(at(180, 378), 62, shape)),
    ),
    focus: at(180, 360),
    zoom: 2,
  }),
  jhumka: (shape, stones) => ({
    svg: pair(
      ball(at(180, 170), 26) +
        wire('M180 196 L181 250', 5) +
        plate('M180 244 C250 252 266 330 268 380 L92 380 C94 330 110 252 180 244 Z') +
        many(along(180, 316, 56, 0.1, 5), (point) => ball(point, 7)) +
        (stones
          ? many([at(140, 348), at(180, 340), at(220, 348)], (point) =>
              stone(point, 13, shape === 'pear' ? 'pear' : 'round'),
            )
          : '') +
        many(
          Array.from({ length: 9 }, (_, index) => at(102 + index * 19.5, 394)),
          (point) => ball(point, 9),
        ),
    ),
    focus: at(180, 330),
    zoom: 2,
  }),
  'ear cuff': (shape, stones) => ({
    svg:
      shadow(300, 520, 110, 18) +
      wire('M380 140 C230 120 180 300 230 420 C250 470 320 490 360 460', 17) +
      many([at(346, 128), at(270, 150), at(216, 232), at(208, 330), at(240, 424), at(310, 474)], (point) =>
        stones ? stone(point, 26, shape) : plate(`M${point.x} ${point.y - 26} l18 26 l-18 26 l-18 -26 Z`),
      ),
    focus: at(230, 260),
    zoom: 1.9,
  }),
};

const DRAWINGS: Record<PictureSpec['kind'], Record<string, Draw>> = {
  ring: rings,
  bracelet: bracelets,
  bangle: bangles,
  necklace: necklaces,
  pendant: pendants,
  earring: earrings,
};

/** A deterministic SVG drawing of a piece, 600 by 600; used until the studio's photographs exist. */
export function picture({ kind, sub, tone, stone: gem, shape, view }: PictureSpec): string {
  const draw = DRAWINGS[kind][sub];
  if (!draw) throw new Error(`There is no drawing of a ${sub} ${kind}`);
  const { svg, focus, zoom } = draw(shape === 'none' ? 'round' : shape, gem !== 'none');
  const side = view === 'detail' ? 600 / zoom : 600;
  const corner = (middle: number) =>
    Math.round(view === 'detail' ? Math.min(Math.max(middle - side / 2, 0), 600 - side) : 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${corner(focus.x)} ${corner(focus.y)} ${Math.round(side)} ${Math.round(side)}" width="1200" height="1200">${definitions(tone, gem)}<rect width="600" height="600" fill="url(#ground)"/>${svg}</svg>`;
}
