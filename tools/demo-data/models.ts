import type {
  BangleDesign,
  BraceletDesign,
  Cut,
  Design as Model,
  EarringDesign,
  Gem,
  Metal,
  NecklaceDesign,
  Opaque,
  PendantDesign,
  RingDesign,
  Set,
} from '@shop/jewellery';
import type { Design, Stone, StoneKind } from './designs.ts';
import type { Piece } from './catalogue.ts';

/** A moissanite is photographed as the diamond that it imitates. */
const GEMS: Partial<Record<StoneKind, Gem>> = {
  diamond: 'diamond',
  lab: 'diamond',
  moissanite: 'diamond',
  zirconia: 'diamond',
  ruby: 'ruby',
  emerald: 'emerald',
  sapphire: 'sapphire',
  pinkSapphire: 'pink-sapphire',
  morganite: 'morganite',
  aquamarine: 'aquamarine',
  amethyst: 'amethyst',
  citrine: 'citrine',
  garnet: 'garnet',
  topaz: 'topaz',
  peridot: 'peridot',
};

/** The smaller diameter of one stone in mm: a round carat is 6.5 mm wide, a long cut narrower. */
function sizeOf({ kind, shape, carat, count }: Stone): number {
  const each = carat / count;
  if (shape === 'bead') return 5.9 * Math.cbrt(each / 1.55);
  const narrower = { round: 1, princess: 0.86, cushion: 0.94, oval: 0.86, emerald: 0.82, pear: 0.84, marquise: 0.72 }[
    shape
  ];
  const dense = kind === 'opal' || kind === 'moonstone' ? 1.16 : 1;
  return Math.max(1.1, Math.round(6.5 * Math.cbrt(each) * narrower * dense * 100) / 100);
}

function setOf(stone: Stone | undefined, scale = 1): Set | undefined {
  if (!stone) return undefined;
  const size = Math.round(sizeOf(stone) * scale * 100) / 100;
  const gem = GEMS[stone.kind];
  if (gem) return { gem, cut: stone.shape as Cut, size };
  return { stone: stone.kind as Opaque, cut: stone.shape, size };
}

const diamond = (size: number): Set => ({ gem: 'diamond', cut: 'round', size });
const ruby = (size: number): Set => ({ gem: 'ruby', cut: 'round', size });

type DesignFields<M> = Omit<M, 'kind' | 'metal'>;
/** The form of a piece without its metal; first and second stone as the design lists them. */
type Form = (
  first: Set | undefined,
  second: Set | undefined,
  design: Design,
) =>
  | ({ kind: 'ring' } & DesignFields<RingDesign>)
  | ({ kind: 'pendant' } & DesignFields<PendantDesign>)
  | ({ kind: 'earring' } & DesignFields<EarringDesign>)
  | ({ kind: 'necklace' } & DesignFields<NecklaceDesign>)
  | ({ kind: 'bracelet' } & DesignFields<BraceletDesign>)
  | ({ kind: 'bangle' } & DesignFields<BangleDesign>);

const BAND = { kind: 'ring', diameter: 16.8, width: 1.9, thickness: 1.5 } as const;
const ROUND = { kind: 'bangle', diameter: 60, thickness: 1.9 } as const;
const small = (set: Set | undefined, size: number): Set | undefined => set && { ...set, size };

/** By design name. */
const FORMS: Record<string, Form> = {
  'Meera Solitaire Ring': (centre) => ({ ...BAND, style: 'solitaire', centre: small(centre, 4.7)! }),
  'Tara Cathedral Ring': (centre) => ({
    ...BAND,
    width: 2,
    style: 'solitaire',
    cathedral: true,
    prongs: 4,
    centre: centre!,
  }),
  'Ananya Oval Solitaire Ring': (centre) => ({ ...BAND, width: 1.7, style: 'solitaire', centre: centre! }),
  'Ira Bezel Ring': (centre) => ({
    ...BAND,
    width: 2.2,
    style: 'solitaire',
    setting: 'bezel',
    centre: small(centre, 4.6)!,
  }),
  'Devika Emerald-Cut Ring': (centre) => ({ ...BAND, style: 'solitaire', centre: centre! }),
  'Noor Halo Ring': (centre) => ({ ...BAND, width: 1.8, style: 'halo', centre: centre!, small: diamond(1.25) }),
  'Gulnaz Ruby Halo Ring': (centre) => ({ ...BAND, style: 'halo', centre: centre!, small: diamond(1.3), pave: true }),
  'Neela Cushion Halo Ring': (centre) => ({ ...BAND, width: 2, style: 'halo', centre: centre!, small: diamond(1.35) }),
  'Trisha Three-Stone Ring': (centre, side) => ({ ...BAND, style: 'three-stone', centre: centre!, small: side! }),
  'Panna Trilogy Ring': (centre, side) => ({ ...BAND, style: 'three-stone', centre: centre!, small: side! }),
  'Anant Eternity Band': () => ({ ...BAND, style: 'eternity', small: diamond(2.1) }),
  'Rekha Half-Eternity Band': () => ({ ...BAND, style: 'half-eternity', small: diamond(1.9) }),
  'Sahaj Comfort Band': () => ({ ...BAND, diameter: 18, width: 4.2, thickness: 1.8, style: 'band' }),
  'Dhara Hammered Band': () => ({ ...BAND, diameter: 18, width: 5, thickness: 1.6, style: 'band', finish: 'hammered' }),
  'Milan Platinum Band': () => ({
    ...BAND,
    diameter: 18,
    width: 4,
    thickness: 1.7,
    profile: 'flat',
    style: 'band',
    finish: 'brushed',
  }),
  'Raja Signet Ring': () => ({ ...BAND, diameter: 17.8, width: 3.6, style: 'signet' }),
  'Onyx Signet Ring': () => ({
    ...BAND,
    diameter: 17.8,
    width: 3.6,
    style: 'signet',
    centre: { stone: 'onyx', cut: 'cushion', size: 8, height: 0.03 },
  }),
  'Jamuni Cocktail Ring': (centre) => ({ ...BAND, width: 2.4, style: 'halo', centre: centre!, small: diamond(1.2) }),
  'Gulab Morganite Ring': (centre) => ({ ...BAND, style: 'halo', centre: centre!, small: diamond(1.2), pave: true }),
  'Kiran Stacking Ring': () => ({ ...BAND, width: 1.3, thickness: 1.2, style: 'stacking', small: diamond(1.3) }),
  'Lehar Wave Ring': () => ({ ...BAND, width: 1.9, thickness: 1.5, style: 'wave' }),

  'Chandni Tennis Bracelet': () => ({ kind: 'bracelet', style: 'tennis', centre: diamond(2.8) }),
  'Neelam Tennis Bracelet': (centre, between) => ({
    kind: 'bracelet',
    style: 'tennis',
    centre: centre!,
    small: small(between, 1.9)!,
  }),
  'Sitara Moissanite Bracelet': () => ({ kind: 'bracelet', style: 'tennis', centre: diamond(4.2) }),
  'Lalima Garnet Bracelet': (centre) => ({ kind: 'bracelet', style: 'tennis', setting: 'bezel', centre: centre! }),
  'Kadi Paperclip Bracelet': () => ({ kind: 'bracelet', style: 'chain', links: 'paperclip', thickness: 0.5 }),
  'Rassi Rope Bracelet': () => ({ kind: 'bracelet', style: 'chain', links: 'rope', thickness: 0.95 }),
  'Curb Link Bracelet': () => ({ kind: 'bracelet', style: 'chain', links: 'curb', thickness: 0.85 }),
  'Bindu Station Bracelet': () => ({
    kind: 'bracelet',
    style: 'stations',
    links: 'cable',
    thickness: 0.19,
    centre: diamond(3.2),
  }),
  'Moti Chain Bracelet': (centre) => ({
    kind: 'bracelet',
    style: 'stations',
    links: 'cable',
    thickness: 0.2,
    centre: centre!,
  }),
  'Nazar Charm Bracelet': () => ({
    kind: 'bracelet',
    style: 'charm',
    charm: 'eye',
    thickness: 0.26,
    centre: { gem: 'sapphire', cut: 'round', size: 3.4 },
    small: diamond(1.05),
  }),
  'Patang Charm Bracelet': () => ({ kind: 'bracelet', style: 'charm', charm: 'kite', thickness: 0.26 }),
  'Kamal Lotus Bracelet': (centre) => ({
    kind: 'bracelet',
    style: 'charm',
    charm: 'flower',
    thickness: 0.28,
    centre: small(centre, 2)!,
  }),
  'Setu Open Cuff': () => ({ kind: 'bracelet', style: 'cuff', width: 5.4, thickness: 2.2 }),
  'Vanya Leaf Cuff': () => ({ kind: 'bracelet', style: 'cuff', pattern: 'leaf', width: 11, thickness: 1.9 }),
  'Roop Diamond Cuff': () => ({ kind: 'bracelet', style: 'cuff', width: 4.6, thickness: 2.2, centre: diamond(2.1) }),
  'Jaali Cuff': () => ({
    kind: 'bracelet',
    style: 'cuff',
    pattern: 'lattice',
    width: 15,
    thickness: 1.7,
    finish: 'antique',
  }),
  'Rudra Bead Bracelet': () => ({ kind: 'bracelet', style: 'beads', thickness: 8.4 }),
  'Firoza Bead Bracelet': () => ({
    kind: 'bracelet',
    style: 'beads',
    centre: { stone: 'turquoise', cut: 'bead', size: 6 },
    small: diamond(1),
  }),
  'Kaala Onyx Bracelet': () => ({ kind: 'bracelet', style: 'beads', centre: { stone: 'onyx', cut: 'bead', size: 7 } }),
  'Saath Double Bracelet': () => ({
    kind: 'bracelet',
    style: 'double',
    links: 'cable',
    thickness: 0.2,
    centre: diamond(2),
  }),

  'Sada Round Bangle': () => ({ ...ROUND, style: 'plain', width: 4.2, thickness: 2.6 }),
  'Jodi Slim Bangles': () => ({ ...ROUND, style: 'pair', width: 2.4, thickness: 2 }),
  'Chaukor Square Bangle': () => ({ ...ROUND, style: 'square', width: 4, thickness: 3.6 }),
  'Lehra Wave Bangle': () => ({ ...ROUND, style: 'wave', width: 2.8, thickness: 2.2 }),
  'Rashmi Diamond Bangle': () => ({
    ...ROUND,
    style: 'row',
    isHalf: true,
    width: 4.6,
    thickness: 2,
    centre: diamond(2.5),
  }),
  'Manik Ruby Bangle': (centre) => ({
    ...ROUND,
    style: 'alternating',
    width: 8.6,
    thickness: 2.2,
    centre: small(centre, 4)!,
  }),
  'Haritha Emerald Bangle': (centre) => ({
    ...ROUND,
    style: 'alternating',
    width: 8.4,
    thickness: 2.2,
    centre: small(centre, 3.6)!,
    small: { stone: 'polki', cut: 'round', size: 4.2 },
  }),
  'Ujala Single-Row Bangle': () => ({
    ...ROUND,
    style: 'row',
    setting: 'prongs',
    width: 2.6,
    thickness: 1.8,
    centre: diamond(3.6),
  }),
  'Jugnu Zirconia Bangle': () => ({ ...ROUND, style: 'scatter', width: 8.4, thickness: 1.9, centre: diamond(2.6) }),
  'Sher Kada': () => ({ ...ROUND, style: 'open', ends: 'lion', width: 8.6, thickness: 6.4, finish: 'antique' }),
  'Gaja Kada': () => ({
    ...ROUND,
    style: 'open',
    ends: 'elephant',
    width: 7.6,
    thickness: 5.6,
    finish: 'antique',
    centre: ruby(1.6),
  }),
  'Veer Kada': () => ({ ...ROUND, diameter: 66, style: 'bevelled', width: 10, thickness: 3 }),
  'Thewa Rope Kada': () => ({ ...ROUND, style: 'twisted', width: 7.4, thickness: 7.4, finish: 'antique' }),
  'Tarakasi Bangle': () => ({ ...ROUND, style: 'openwork', pattern: 'flower', width: 11, thickness: 2 }),
  'Jaal Filigree Bangle': () => ({ ...ROUND, style: 'openwork', width: 11, thickness: 2.4 }),
  'Bel Vine Bangle': (centre) => ({
    ...ROUND,
    style: 'openwork',
    pattern: 'vine',
    width: 8.6,
    thickness: 2,
    centre: small(centre, 2.2)!,
  }),
  'Kusum Hinged Bangle': () => ({
    ...ROUND,
    style: 'alternating',
    clasp: 'flower',
    width: 5.4,
    thickness: 2.2,
    centre: diamond(2.6),
    small: diamond(1.5),
  }),
  'Dwar Hinged Bangle': () => ({ ...ROUND, style: 'hinged', width: 3.8, thickness: 2.4, centre: diamond(2.3) }),
  'Mukta Pearl Bangle': () => ({
    ...ROUND,
    style: 'open',
    width: 3,
    thickness: 2.8,
    centre: { stone: 'pearl', cut: 'bead', size: 8.5 },
  }),
  'Chandi Stack Bangles': () => ({ ...ROUND, style: 'stack', width: 2.3, thickness: 1.9, count: 7 }),

  'Surya Box Chain': () => ({ kind: 'necklace', style: 'chain', links: 'box', thickness: 0.5 }),
  'Kadi Paperclip Chain': () => ({ kind: 'necklace', style: 'chain', links: 'paperclip', thickness: 0.5, lay: 'wave' }),
  'Gehu Wheat Chain': () => ({ kind: 'necklace', style: 'chain', links: 'wheat', thickness: 0.62, lay: 'coil' }),
  'Singapore Twist Chain': () => ({ kind: 'necklace', style: 'chain', links: 'curb', thickness: 0.42 }),
  'Chandi Snake Chain': () => ({ kind: 'necklace', style: 'chain', links: 'snake', thickness: 0.5, lay: 'coil' }),
  'Aakash Tennis Necklace': () => ({ kind: 'necklace', style: 'tennis', centre: diamond(3) }),
  'Barf Tennis Choker': () => ({ kind: 'necklace', style: 'tennis', centre: diamond(3.8), lay: 'coil' }),
  'Reza Graduated Necklace': () => ({ kind: 'necklace', style: 'graduated', centre: diamond(4.6) }),
  'Hansli Collar': () => ({ kind: 'necklace', style: 'collar', thickness: 5 }),
  'Padma Collar': (centre) => ({
    kind: 'necklace',
    style: 'collar',
    thickness: 3,
    centre: small(centre, 3)!,
    finish: 'antique',
  }),
  'Rani Kundan Choker': () => ({
    kind: 'necklace',
    style: 'collar',
    thickness: 3.4,
    finish: 'antique',
    centre: { stone: 'polki', cut: 'pear', size: 5.4 },
    small: { stone: 'pearl', cut: 'bead', size: 4.4 },
  }),
  'Mrinal Choker': () => ({ kind: 'necklace', style: 'bars', thickness: 0.36, centre: diamond(1.9) }),
  'Lakshmi Temple Necklace': () => ({
    kind: 'necklace',
    style: 'fringe',
    medallion: 'lotus',
    finish: 'antique',
    centre: ruby(3.6),
    small: { gem: 'emerald', cut: 'round', size: 2.4 },
  }),
  'Mayur Temple Necklace': () => ({
    kind: 'necklace',
    style: 'fringe',
    medallion: 'peacocks',
    finish: 'antique',
    centre: { gem: 'emerald', cut: 'pear', size: 3.4 },
    small: { stone: 'pearl', cut: 'bead', size: 4 },
  }),
  'Kasu Coin Necklace': () => ({ kind: 'necklace', style: 'fringe', finish: 'antique' }),
  'Tribeni Layered Necklace': () => ({
    kind: 'necklace',
    style: 'layered',
    thickness: 0.19,
    centre: diamond(3.4),
    small: diamond(2.4),
  }),
  'Satlada Pearl Necklace': () => ({
    kind: 'necklace',
    style: 'strand',
    strands: 7,
    centre: { stone: 'pearl', cut: 'bead', size: 3.6 },
  }),
  'Meghna Moonstone Necklace': () => ({
    kind: 'necklace',
    style: 'layered',
    strands: 2,
    thickness: 0.24,
    centre: { stone: 'moonstone', cut: 'oval', size: 5 },
  }),
  'Mukta Strand': () => ({ kind: 'necklace', style: 'strand', centre: { stone: 'pearl', cut: 'bead', size: 7 } }),
  'Bheegi Pearl Lariat': () => ({
    kind: 'necklace',
    style: 'lariat',
    thickness: 0.24,
    centre: { stone: 'pearl', cut: 'bead', size: 7.5 },
  }),

  'Bindi Solitaire Pendant': (centre) => ({ kind: 'pendant', style: 'solitaire', centre: small(centre, 5)! }),
  'Boond Pear Pendant': (centre) => ({
    kind: 'pendant',
    style: 'solitaire',
    setting: 'prongs',
    centre: small(centre, 5)!,
  }),
  'Asmani Aquamarine Pendant': (centre) => ({
    kind: 'pendant',
    style: 'solitaire',
    setting: 'prongs',
    centre: centre!,
  }),
  'Kesar Citrine Pendant': (centre) => ({ kind: 'pendant', style: 'solitaire', centre: centre! }),
  'Noor Halo Pendant': (centre) => ({
    kind: 'pendant',
    style: 'halo',
    centre: small(centre, 4.6)!,
    small: diamond(1.3),
  }),
  'Panna Halo Pendant': (centre) => ({ kind: 'pendant', style: 'halo', centre: centre!, small: diamond(1.3) }),
  'Roohi Ruby Heart Pendant': () => ({
    kind: 'pendant',
    style: 'motif',
    motif: 'heart',
    diameter: 12.5,
    centre: { gem: 'ruby', cut: 'pear', size: 4.4 },
    small: diamond(1.3),
  }),
  'Kamal Lotus Pendant': (centre) => ({
    kind: 'pendant',
    style: 'flower',
    petals: 7,
    diameter: 15,
    small: small(centre, 1.8)!,
  }),
  'Chand Moon Pendant': () => ({ kind: 'pendant', style: 'moon', diameter: 15, small: diamond(1.3) }),
  'Titli Butterfly Pendant': () => ({
    kind: 'pendant',
    style: 'motif',
    motif: 'butterfly',
    diameter: 13,
    small: diamond(1.7),
  }),
  'Ped Tree of Life Pendant': (centre) => ({
    kind: 'pendant',
    style: 'motif',
    motif: 'tree',
    diameter: 19,
    small: small(centre, 2.2)!,
  }),
  'Pankh Feather Pendant': () => ({
    kind: 'pendant',
    style: 'motif',
    motif: 'feather',
    diameter: 25,
    finish: 'antique',
  }),
  'Anar Garnet Pendant': (centre) => ({
    kind: 'pendant',
    style: 'motif',
    motif: 'pomegranate',
    diameter: 18,
    small: small(centre, 1.9)!,
  }),
  'Om Pendant': () => ({ kind: 'pendant', style: 'motif', motif: 'om', diameter: 15 }),
  'Ganesha Pendant': () => ({ kind: 'pendant', style: 'motif', motif: 'ganesha', diameter: 17, finish: 'antique' }),
  'Trishul Pendant': () => ({ kind: 'pendant', style: 'motif', motif: 'trishul', diameter: 22, finish: 'antique' }),
  'Khanda Pendant': () => ({ kind: 'pendant', style: 'motif', motif: 'khanda', diameter: 19 }),
  // A mirror finish would reflect the studio instead of showing a locket.
  'Yaad Photo Locket': () => ({ kind: 'pendant', style: 'locket', diameter: 18, finish: 'brushed' }),
  'Chiraag Oval Locket': () => ({
    kind: 'pendant',
    style: 'locket',
    diameter: 16,
    centre: diamond(2),
    finish: 'brushed',
  }),
  'Indra Opal Pendant': () => ({
    kind: 'pendant',
    style: 'solitaire',
    centre: { stone: 'opal', cut: 'oval', size: 6.5 },
  }),

  'Meera Solitaire Studs': (centre) => ({ kind: 'earring', style: 'stud', centre: small(centre, 4.8)! }),
  'Tara Diamond Studs': (centre) => ({ kind: 'earring', style: 'stud', prongs: 3, centre: small(centre, 4.6)! }),
  'Moti Pearl Studs': () => ({ kind: 'earring', style: 'stud', centre: { stone: 'pearl', cut: 'bead', size: 8 } }),
  'Genda Marigold Studs': (centre) => ({
    kind: 'earring',
    style: 'flower-stud',
    petals: 8,
    centre: small(centre, 3.4)!,
    small: small(centre, 1.9)!,
  }),
  'Lal Ruby Studs': (centre) => ({ kind: 'earring', style: 'stud', setting: 'bezel', centre: centre! }),
  'Neeli Sapphire Halo Studs': (centre) => ({
    kind: 'earring',
    style: 'halo-stud',
    centre: centre!,
    small: diamond(1.25),
  }),
  'Chakra Plain Hoops': () => ({ kind: 'earring', style: 'hoop', diameter: 22, thickness: 3 }),
  'Bali Twisted Hoops': () => ({ kind: 'earring', style: 'hoop', diameter: 24, thickness: 4, twisted: true }),
  'Anant Inside-Out Hoops': () => ({ kind: 'earring', style: 'hoop', diameter: 22, thickness: 2, small: diamond(2) }),
  'Chhoti Huggie Hoops': () => ({ kind: 'earring', style: 'huggie', small: diamond(1.4) }),
  'Nath Pearl Hoops': () => ({
    kind: 'earring',
    style: 'hoop',
    diameter: 26,
    thickness: 1.6,
    centre: { stone: 'pearl', cut: 'bead', size: 5 },
  }),
  'Boond Drop Earrings': (centre) => ({
    kind: 'earring',
    style: 'drop',
    centre: small(centre, 4.8)!,
    small: diamond(2.2),
  }),
  'Panna Drop Earrings': (centre) => ({
    kind: 'earring',
    style: 'drop',
    top: 'ladder',
    centre: centre!,
    small: diamond(3),
  }),
  'Jamuni Amethyst Drops': (centre) => ({ kind: 'earring', style: 'drop', setting: 'bezel', centre: centre! }),
  'Barish Chain Drops': () => ({ kind: 'earring', style: 'chain-drop', small: diamond(2) }),
  'Asmani Topaz Drops': (centre) => ({ kind: 'earring', style: 'drop', top: 'leaf', centre: centre! }),
  'Madhubani Jhumkas': () => ({
    kind: 'earring',
    style: 'jhumka',
    diameter: 17,
    finish: 'antique',
    centre: { stone: 'pearl', cut: 'bead', size: 2.8 },
    small: ruby(2),
  }),
  'Choti Jhumkis': () => ({ kind: 'earring', style: 'jhumka', diameter: 12, small: diamond(1.4) }),
  'Kundan Chandbalis': () => ({
    kind: 'earring',
    style: 'chandbali',
    diameter: 25,
    finish: 'antique',
    centre: { stone: 'pearl', cut: 'bead', size: 3.4 },
    small: { stone: 'polki', cut: 'pear', size: 2.9 },
  }),
  'Bel Vine Ear Cuff': () => ({
    kind: 'earring',
    style: 'climber',
    diameter: 13,
    thickness: 1.5,
    small: { gem: 'diamond', cut: 'marquise', size: 1.5 },
  }),
};

/** The model of a piece; `undefined` for designs that only enlarge the catalogue. */
export function modelOfPiece({ design, position }: Piece): Model | undefined {
  const form = FORMS[design.name];
  if (!form) return undefined;
  const [first, second] = design.stones;
  return { ...form(setOf(first), setOf(second), design), metal: design.tones[position]! satisfies Metal } as Model;
}
