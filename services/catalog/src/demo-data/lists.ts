import type { catalog } from '@shop/contracts';
import { STONES } from '@shop/demo-data/designs.ts';

/** Categories of the menu with their sub-categories and the studio's photograph for each. */
export const CATEGORIES = [
  {
    name: 'ring',
    shot: 'category-rings',
    sub: ['solitaire', 'halo', 'three-stone', 'eternity', 'band', 'signet', 'cocktail', 'stacking'],
  },
  { name: 'earring', shot: 'category-earrings', sub: ['stud', 'hoop', 'drop', 'jhumka', 'ear cuff'] },
  { name: 'necklace', shot: 'category-necklaces', sub: ['chain', 'tennis', 'collar', 'temple', 'layered', 'pearl'] },
  { name: 'pendant', shot: 'category-pendants', sub: ['solitaire', 'halo', 'motif', 'devotional', 'locket'] },
  { name: 'bracelet', shot: 'category-bracelets', sub: ['tennis', 'chain', 'charm', 'cuff', 'bead'] },
  { name: 'bangle', shot: 'category-bangles', sub: ['plain', 'stone-set', 'kada', 'filigree', 'hinged'] },
];

/** Materials likewise; the photographs show much metal and few stones. */
export const MATERIALS = [
  { name: 'gold', shot: 'AR-1016-yellow-quarter', sub: ['all', '22k', '18k', '14k'], madeToOrder: true },
  { name: 'rose-gold', shot: 'AR-1111-rose-quarter', sub: ['all', '22k', '18k', '14k'] },
  { name: 'silver', shot: 'AR-1061-silver-quarter', sub: ['all', 'sterling', 'oxidised', 'vermeil'] },
  { name: 'platinum', shot: 'AR-1015-platinum-quarter', sub: ['all', '950'] },
];

export const RING_SIZES = ['8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '22', '24'];
export const BRACELET_SIZES = ['6 in', '6.5 in', '7 in', '7.5 in', '8 in'];
export const BANGLE_SIZES = ['2.2', '2.4', '2.6', '2.8', '2.10'];
export const NECKLACE_SIZES = ['14 in', '16 in', '18 in'];
export const CHAIN_LENGTHS = ['16 in', '18 in', '20 in', '22 in', '24 in'];
export const HOOP_SIZES = ['Small, 12 mm', 'Medium, 18 mm', 'Large, 25 mm'];
export const PENDANT_SIZES = ['Petite', 'Regular', 'Statement'];
export const BACK_TYPES = ['Push back', 'Screw back', 'Lever back'];
export const STONE_CARATS = ['0.30 ct', '0.50 ct', '0.70 ct', '1.00 ct'];
export const STONE_SHAPES = ['Round', 'Oval', 'Princess', 'Cushion', 'Emerald', 'Pear'];
export const STONE_QUALITIES = ['GH-VS', 'EF-VS', 'EF-VVS'];

/** Values without an extra cost. */
const free = (values: readonly string[]): [string, number][] => values.map((value) => [value, 0]);

/** The sixteen option lists: value and extra cost in rupees. */
export const OPTIONS: Record<catalog.OptionKind, [string, number][]> = {
  'metal-purity': free(['14K', '18K', '22K', '925', '950']),
  'metal-tone': free([
    'Yellow Gold',
    'White Gold',
    'Rose Gold',
    'Platinum',
    'Silver',
    'Oxidised Silver',
    'Yellow Gold Vermeil',
    'Rose Gold Vermeil',
  ]),
  'ring-size': RING_SIZES.map((size) => [size, Number(size) < 20 ? 0 : Number(size) < 24 ? 950 : 1_900]),
  'stone-shape': STONE_SHAPES.map((shape) => [shape, ['Round', 'Princess'].includes(shape) ? 0 : 2_400]),
  'stone-quality': [
    ['GH-VS', 0],
    ['EF-VS', 4_800],
    ['EF-VVS', 9_500],
  ],
  'stone-carat': [
    ['0.30 ct', 0],
    ['0.50 ct', 7_400],
    ['0.70 ct', 16_800],
    ['1.00 ct', 34_500],
  ],
  finish: [
    ['High polish', 0],
    ['Matt', 450],
    ['Brushed', 450],
    ['Hammered', 900],
    ['Antique', 1_200],
  ],
  'necklace-size': free(NECKLACE_SIZES),
  'bracelet-size': [...free(BRACELET_SIZES.slice(0, 4)), ['8 in', 650], ...free(BANGLE_SIZES)],
  'chain-length': [
    ['16 in', 0],
    ['18 in', 0],
    ['20 in', 900],
    ['22 in', 1_800],
    ['24 in', 2_700],
  ],
  'earring-size': [
    [HOOP_SIZES[0]!, 0],
    [HOOP_SIZES[1]!, 1_200],
    [HOOP_SIZES[2]!, 2_600],
  ],
  backtype: [
    ['Push back', 0],
    ['Screw back', 350],
    ['Lever back', 600],
  ],
  stonetype: free(Object.values(STONES).map(({ name }) => name)),
  occasion: free(['Everyday', 'Wedding', 'Engagement', 'Festive', 'Anniversary', 'Gift', 'Office']),
  'pendant-size': [
    ['Petite', 0],
    ['Regular', 0],
    ['Statement', 1_500],
  ],
  'diamond-size': free(['Under 0.10 ct', '0.10 to 0.29 ct', '0.30 to 0.49 ct', '0.50 to 0.99 ct', '1.00 ct and above']),
};
