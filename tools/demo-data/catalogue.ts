import type { Design, Kind, Purity, Shape, StoneKind, Tone } from './designs.ts';
import { DESIGNS } from './designs.ts';
import { moreDesigns } from './more-designs.ts';

/** A metal that a piece is sold in. */
export interface Metal {
  /** Label of the swatch. */
  tone: string;
  tag: 'gold' | 'rose-gold' | 'silver' | 'platinum';
  sub: string;
  purity: string;
  /** Relative to the piece in the design's own metal. */
  weightFactor: number;
  plated: boolean;
}

export interface Piece {
  design: Design;
  /** Product group, e.g. `AR-1001`. */
  group: string;
  /** Within the group, from 0. */
  position: number;
  metal: Metal;
  pictures: readonly PictureSpec[];
}

/** Everything a picture depends on. Its name is built from the same fields, so equal pieces share their pictures. */
export interface PictureSpec {
  kind: Kind;
  sub: string;
  tone: 'yellow' | 'white' | 'rose' | 'platinum' | 'silver' | 'oxidised';
  stone: StoneKind | 'none';
  shape: Shape | 'none';
  view: 'front' | 'detail';
}

const carats = (purity: Purity) => purity.toLowerCase();

function metalOf(tone: Tone, { purity, tones }: Design): Metal {
  if (tone === 'silver' || tone === 'oxidised') {
    const inSilver = purity === '925';
    return {
      tone: tone === 'silver' ? 'Silver' : 'Oxidised Silver',
      tag: 'silver',
      sub: tone === 'silver' ? 'sterling' : 'oxidised',
      purity: '925',
      weightFactor: inSilver ? 1 : 0.62,
      plated: false,
    };
  }
  if (tone === 'platinum') {
    const inPlatinum = tones[0] === 'platinum';
    return {
      tone: 'Platinum',
      tag: 'platinum',
      sub: '950',
      purity: '950',
      weightFactor: inPlatinum ? 1 : 1.35,
      plated: false,
    };
  }
  const name = { yellow: 'Yellow Gold', white: 'White Gold', rose: 'Rose Gold' }[tone];
  if (purity === '925') {
    return { tone: `${name} Vermeil`, tag: 'silver', sub: 'vermeil', purity: '925', weightFactor: 1, plated: true };
  }
  return {
    tone: name,
    tag: tone === 'rose' ? 'rose-gold' : 'gold',
    sub: carats(purity),
    purity,
    weightFactor: 1,
    plated: false,
  };
}

const picturesOf = ({ kind, sub, stones: [stone] }: Design, tone: Tone): PictureSpec[] =>
  (['front', 'detail'] as const).map((view) => ({
    kind,
    sub,
    tone,
    stone: stone?.kind ?? 'none',
    shape: stone?.shape ?? 'none',
    view,
  }));

/** E.g. `ring-solitaire-yellow-lab-round-front`. */
export const pictureName = ({ kind, sub, tone, stone, shape, view }: PictureSpec): string =>
  [kind, sub.replaceAll(' ', '-'), tone, stone, shape, view].join('-').toLowerCase();

const piecesOf = (designs: readonly Design[], firstCode: number): Piece[] =>
  designs.flatMap((design, index) =>
    design.tones.map((tone, position) => ({
      design,
      group: `AR-${firstCode + index}`,
      position,
      metal: metalOf(tone, design),
      pictures: picturesOf(design, tone),
    })),
  );

/** The demo catalogue in a stable order, enlarged to at least `atLeast` products if that is more. */
export function pieces(atLeast = 0): Piece[] {
  const own = piecesOf(DESIGNS, 1001);
  const missing = atLeast - own.length;
  // Every design has at least one variant, so as many designs as missing pieces are enough; only whole groups are
  // taken.
  const more = missing > 0 ? piecesOf(moreDesigns(missing), 10_001) : [];
  const last = more[missing - 1]?.group;
  return [...own, ...more.slice(0, last ? more.findLastIndex(({ group }) => group === last) + 1 : 0)];
}

/** Every distinct picture that pieces of the catalogue show. */
export function picturesShown(): Map<string, PictureSpec> {
  return new Map(pieces().flatMap(({ pictures }) => pictures.map((picture) => [pictureName(picture), picture])));
}
