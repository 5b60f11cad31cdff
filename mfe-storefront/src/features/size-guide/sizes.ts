import { type GuidedCategory, guidedCategory } from '../../components/guided-category.ts';

export interface Guide {
  title: string;
  /** Instructions for measuring. */
  steps: readonly string[];
  tables: readonly { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }[];
  hint: string;
}

// Tenths are rounded before they are divided: in floating point 57.15 is a little less, and would be 57.1.
const decimal = (tenths: number) => (Math.round(tenths) / 10).toFixed(1);
const mm = (microns: number) => `${decimal(microns / 100)} mm`;
const cm = (inches: number) => `${decimal((inches * 254) / 10)} cm`;

/** The trade's Indian ring sizes: 41.0 mm of inner circumference, and 0.99 mm for each further size. American ones depend on the diameter. */
const ring = (size: number): string[] => {
  const circumference = 41_000 + (size - 1) * 990;
  const diameter = circumference / Math.PI;
  const american = Math.round(((diameter - 11_630) / 812.8) * 4) / 4;
  return [String(size), mm(diameter), mm(circumference), String(american)];
};

/** `2.10` is two inches and ten sixteenths across. */
const bangle = (size: string): string[] => {
  const [inches, sixteenths] = size.split('.').map(Number) as [number, number];
  const diameter = ((inches * 16 + sixteenths) * 25_400) / 16;
  return [size, mm(diameter), mm(diameter * Math.PI)];
};

const length = (inches: number, where: string): string[] => [`${inches} in`, cm(inches), where];

const CHAINS = [
  length(16, 'At the base of the neck'),
  length(18, 'On the collarbone'),
  length(20, 'Just below the collarbone'),
  length(22, 'At the neckline of a blouse'),
  length(24, 'On the breastbone'),
];

const GUIDES: Readonly<Record<GuidedCategory, Guide>> = {
  ring: {
    title: 'Ring sizes',
    steps: [
      'Wind a strip of paper around the finger, just below the knuckle, and mark where it meets.',
      'Lay it flat and measure to the mark in millimetres: that is the circumference. Or measure the inner width of a ring that fits.',
      'Measure in the evening, when fingers are warm. Between two sizes take the larger one, and for bands over 6 mm too.',
    ],
    tables: [
      {
        caption: 'Indian ring sizes',
        head: ['Size', 'Inner diameter', 'Circumference', 'US size'],
        rows: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24].map(ring),
      },
    ],
    hint: 'In doubt, write to us before you order: a ring is easier to choose well than to change.',
  },
  bracelet: {
    title: 'Bracelet sizes',
    steps: [
      'Wind a tape or a strip of paper around the wrist, just below the bone, without pulling.',
      'Read where it meets: that is your wrist.',
      'The bracelet is longer by 1 to 2 cm, so that it moves. For a loose fit take the next size.',
    ],
    tables: [
      {
        caption: 'Bracelet sizes by wrist',
        head: ['Size', 'Length', 'Wrist'],
        rows: [
          ['6 in', cm(6), '13.0 to 14.0 cm'],
          ['6.5 in', cm(6.5), '14.0 to 15.2 cm'],
          ['7 in', cm(7), '15.2 to 16.5 cm'],
          ['7.5 in', cm(7.5), '16.5 to 17.8 cm'],
          ['8 in', cm(8), '17.8 to 19.0 cm'],
        ],
      },
    ],
    hint: 'Lengths are those of the closed bracelet with its clasp.',
  },
  bangle: {
    title: 'Bangle sizes',
    steps: [
      'Bring thumb and little finger together, as if to put a bangle on.',
      'Wind a tape around the widest part of the hand, over the knuckles: that is the inner circumference you need.',
      'Or lay a bangle that fits on a ruler, and measure its inner width.',
    ],
    tables: [
      {
        caption: 'Indian bangle sizes',
        head: ['Size', 'Inner diameter', 'Inner circumference'],
        rows: ['2.2', '2.4', '2.6', '2.8', '2.10'].map(bangle),
      },
    ],
    hint: 'A bangle that opens need not pass the hand: one size smaller sits closer.',
  },
  necklace: {
    title: 'Necklace lengths',
    steps: [
      'Measure around the neck where the necklace should lie, with a tape or a thread.',
      'Add 5 cm for a fit that lies flat.',
    ],
    tables: [
      {
        caption: 'Where a necklace lies',
        head: ['Length', 'In centimetres', 'Where it lies'],
        rows: [length(14, 'Close to the throat, as a choker'), ...CHAINS],
      },
    ],
    hint: 'Lengths are those of the whole necklace with its clasp.',
  },
  pendant: {
    title: 'Chain lengths and pendant sizes',
    steps: [
      'Hang a thread around the neck, and let it meet where the pendant should lie.',
      'Measure the thread: that is the length of the chain. The pendant hangs 1 to 3 cm below it.',
    ],
    tables: [
      { caption: 'Where a chain lies', head: ['Chain', 'In centimetres', 'Where it lies'], rows: CHAINS },
      {
        caption: 'How large a pendant is',
        head: ['Size', 'Height without the bail'],
        rows: [
          ['Petite', '10 mm'],
          ['Regular', '15 mm'],
          ['Statement', '24 mm'],
        ],
      },
    ],
    hint: 'Lengths are those of the chain with its clasp, without the pendant.',
  },
  earring: {
    title: 'Earring sizes and backs',
    steps: [
      'Hold a coin to the ear: one rupee is 22 mm across, between our medium and large hoops.',
      'For hoops the size is the inner diameter. Small ones hug the lobe, large ones reach the jaw.',
    ],
    tables: [
      {
        caption: 'How large hoops are',
        head: ['Size', 'Inner diameter'],
        rows: [
          ['Small', '12 mm'],
          ['Medium', '18 mm'],
          ['Large', '25 mm'],
        ],
      },
      {
        caption: 'What holds an earring',
        head: ['Back', 'What for'],
        rows: [
          ['Push back', 'Quick to put on; for light pieces and every day'],
          ['Screw back', 'Cannot slip off; for valuable studs'],
          ['Lever back', 'Closes behind the lobe; for drops'],
        ],
      },
    ],
    hint: 'Sizes are those of one earring; they come in pairs.',
  },
};

export function guideOf(category: string): Guide | undefined {
  const kind = guidedCategory(category);
  return kind && GUIDES[kind];
}
