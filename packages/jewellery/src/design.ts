/** A piece as data, from which its model is built. All lengths in millimetres. */

export const METALS = ['yellow', 'white', 'rose', 'platinum', 'silver', 'oxidised'] as const;
export type Metal = (typeof METALS)[number];

export const CUTS = ['round', 'princess', 'oval', 'emerald', 'cushion', 'pear', 'marquise'] as const;
export type Cut = (typeof CUTS)[number];

export const GEMS = [
  'diamond',
  'ruby',
  'emerald',
  'sapphire',
  'pink-sapphire',
  'morganite',
  'aquamarine',
  'amethyst',
  'citrine',
  'garnet',
  'topaz',
  'peridot',
] as const;
/** Transparent and faceted. */
export type Gem = (typeof GEMS)[number];

export const OPAQUES = ['pearl', 'onyx', 'turquoise', 'moonstone', 'opal', 'polki'] as const;
/** Round or domed. */
export type Opaque = (typeof OPAQUES)[number];

export type Finish = 'polished' | 'brushed' | 'hammered' | 'antique';

/** A faceted stone. `size` is its smaller diameter. */
export interface Stone {
  gem: Gem;
  cut: Cut;
  size: number;
}

/** A round bead, or a domed stone (`cabochon`) of the outline of a cut. `size` is the smaller diameter. */
export interface Dome {
  stone: Opaque;
  cut: Cut | 'bead';
  size: number;
  /** Dome height over the girdle, per mm of size; default 0.34. */
  height?: number;
}

export type Set = Stone | Dome;
export type Setting = 'prongs' | 'bezel';

/** Common fields of all designs. */
interface Worked {
  metal: Metal;
  finish?: Finish;
}

export interface RingDesign extends Worked {
  kind: 'ring';
  style: 'solitaire' | 'halo' | 'three-stone' | 'eternity' | 'half-eternity' | 'band' | 'signet' | 'stacking' | 'wave';
  /** Inner diameter: 16.5 is an Indian 12. */
  diameter: number;
  /** At its narrowest, along the finger. */
  width: number;
  /** Radially. */
  thickness: number;
  /** `flat` with sharp edges, `court` rounded inside and out, `knife` with a ridge. */
  profile?: 'court' | 'flat' | 'knife';
  centre?: Set;
  setting?: Setting;
  /** For round stones; other cuts have a fixed number. */
  prongs?: 4 | 6;
  /** Shoulders that rise to the stone. */
  cathedral?: boolean;
  /** Next to the centre stone, around it, or along the band. */
  small?: Set;
  /** Small stones on the shoulders. */
  pave?: boolean;
}

/** Ornaments in metal: pendants, charms and the tops of earrings. */
export type Motif =
  | 'om'
  | 'ganesha'
  | 'trishul'
  | 'khanda'
  | 'feather'
  | 'butterfly'
  | 'tree'
  | 'pomegranate'
  | 'heart'
  | 'kite'
  | 'leaf'
  | 'peacock';

export interface PendantDesign extends Worked {
  kind: 'pendant';
  style: 'solitaire' | 'halo' | 'disc' | 'locket' | 'flower' | 'moon' | 'bar' | 'motif';
  motif?: Motif;
  centre?: Set;
  setting?: Setting;
  small?: Set;
  /** Of a disc, locket, moon or flower; the height of a motif. */
  diameter?: number;
  petals?: number;
  chain?: ChainLinks;
}

export interface EarringDesign extends Worked {
  kind: 'earring';
  style:
    | 'stud'
    | 'halo-stud'
    | 'hoop'
    | 'huggie'
    | 'drop'
    | 'jhumka'
    | 'chandbali'
    | 'chain-drop'
    | 'flower-stud'
    | 'climber';
  centre?: Set;
  setting?: Setting;
  prongs?: 3 | 4;
  small?: Set;
  /** Outer diameter of a hoop or a bell. */
  diameter?: number;
  /** Of a hoop's tube. */
  thickness?: number;
  /** A hoop of two twisted wires. */
  twisted?: boolean;
  petals?: number;
  /** What a drop hangs from; default a set stone. */
  top?: 'stone' | 'leaf' | 'ladder';
}

export type ChainLinks = 'cable' | 'paperclip' | 'curb' | 'rope' | 'box' | 'snake' | 'wheat';

export interface NecklaceDesign extends Worked {
  kind: 'necklace';
  style: 'chain' | 'tennis' | 'graduated' | 'collar' | 'strand' | 'layered' | 'stations' | 'bars' | 'lariat' | 'fringe';
  /** On the table: in a bow, in a wave across, in a coil. */
  lay?: 'bow' | 'wave' | 'coil';
  /** At the centre of a fringe. */
  medallion?: 'lotus' | 'peacocks';
  links?: ChainLinks;
  /** Of a chain's wire. */
  thickness?: number;
  centre?: Set;
  small?: Set;
  /** Strands of a layered necklace. */
  strands?: number;
}

export interface BraceletDesign extends Worked {
  kind: 'bracelet';
  style: 'tennis' | 'chain' | 'stations' | 'charm' | 'cuff' | 'beads' | 'double';
  setting?: Setting;
  links?: ChainLinks;
  thickness?: number;
  centre?: Set;
  small?: Set;
  /** Of a cuff. */
  width?: number;
  /** Of a cuff: pierced, or with leaf-shaped ends. */
  pattern?: 'plain' | 'lattice' | 'leaf';
  charm?: 'disc' | 'flower' | 'eye' | 'kite';
}

export interface BangleDesign extends Worked {
  kind: 'bangle';
  style:
    | 'plain'
    | 'square'
    | 'wave'
    | 'row'
    | 'alternating'
    | 'scatter'
    | 'hinged'
    | 'twisted'
    | 'open'
    | 'pair'
    | 'stack'
    | 'bevelled'
    | 'openwork';
  /** Inner diameter: 60 is an Indian 2-6. */
  diameter: number;
  width: number;
  thickness: number;
  centre?: Set;
  small?: Set;
  setting?: Setting;
  /** Stones over the visible half, in a channel. */
  isHalf?: boolean;
  /** Openwork: the pattern of the wire. */
  pattern?: 'coil' | 'flower' | 'vine';
  /** Open bangle: the shape of its ends. */
  ends?: 'bud' | 'lion' | 'elephant';
  clasp?: 'flower';
  /** Bangles in a stack. */
  count?: number;
}

export type Design = RingDesign | PendantDesign | EarringDesign | NecklaceDesign | BraceletDesign | BangleDesign;

export const isFaceted = (stone: Set): stone is Stone => 'gem' in stone;
