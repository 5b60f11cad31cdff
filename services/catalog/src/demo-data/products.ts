import crypto from 'node:crypto';
import type { catalog } from '@shop/contracts';
import { Types } from 'mongoose';
import { type Design, type Kind, type Stone, STONES } from '@shop/demo-data/designs.ts';
import { clipOfPiece, pictureAddress, picturesOfPiece } from '@shop/demo-data/photographs.ts';
import { modelOfPiece } from '@shop/demo-data/models.ts';
import type { Metal, Piece } from '@shop/demo-data/catalogue.ts';
import { randomFrom } from '@shop/demo-data/random.ts';
import type { Customization } from '../customizations/customization.schema.ts';
import type { Details } from '../products/details.schema.ts';
import type { Product } from '../products/product.schema.ts';
import {
  BACK_TYPES,
  BANGLE_SIZES,
  BRACELET_SIZES,
  CHAIN_LENGTHS,
  HOOP_SIZES,
  NECKLACE_SIZES,
  PENDANT_SIZES,
  RING_SIZES,
  STONE_CARATS,
  STONE_QUALITIES,
  STONE_SHAPES,
} from './lists.ts';
import { naturalExtra, priceOf, purityExtra, weightOf, weightOfPiece } from './pricing.ts';

/** A deterministic id: the same for the same `name`. */
export const idOf = (what: string): Types.ObjectId =>
  new Types.ObjectId(crypto.createHash('sha256').update(what).digest('hex').slice(0, 24));

const MODELS: Record<Kind, catalog.DetailsModel> = {
  ring: 'RingDetails',
  bracelet: 'BraceletDetails',
  bangle: 'BraceletDetails',
  necklace: 'NecklaceDetails',
  pendant: 'PendantDetails',
  earring: 'EarringDetails',
};

/** When the first product was created; the others follow every two days. */
const FIRST_DAY = Date.UTC(2026, 2, 2, 6);
const DAY_MS = 86_400_000;
const FEATURED = [0, 5, 21, 31, 41, 45, 66, 71, 82, 85, 101, 107, 110, 120];

const isPlain = ({ stones }: Design) => stones.length === 0;
const has = ({ stones }: Design, kind: string) => stones.some((stone) => stone.kind === kind);
const isGold = ({ tag }: Metal) => tag === 'gold' || tag === 'rose-gold';

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const grams = (weight: number) => `${weight.toFixed(weight < 10 ? 2 : 1)} g`;

function stoneText({ kind, shape, count, carat }: Stone): string {
  const name = STONES[kind].name.toLowerCase();
  const cut = shape === 'bead' ? '' : `${shape === 'emerald' ? 'emerald-cut' : shape} `;
  const many = count === 1 ? `one ${cut}${name}` : `${count} ${cut}${name}s`;
  return `${many} of ${carat.toFixed(2)} ct${count === 1 ? '' : ' in all'}`;
}

const metalText = ({ tone, purity, tag, plated }: Metal): string => {
  if (tag === 'platinum') return '950 platinum';
  if (plated) return `925 sterling silver with a layer of ${tone.replace(' Vermeil', '').toLowerCase()}`;
  return tag === 'silver'
    ? `925 ${tone === 'Silver' ? 'sterling silver' : 'silver, oxidised by hand'}`
    : `${purity} ${tone.toLowerCase()}`;
};

function descriptionOf(design: Design, metal: Metal): string {
  const stones = design.stones.map(stoneText);
  const list = stones.length > 1 ? `${stones.slice(0, -1).join(', ')} and ${stones.at(-1)}` : stones[0];
  return `${design.text} Made of ${metalText(metal)}, about ${grams(weightOf(design, metal))}${list ? `, with ${list}` : ''}.`;
}

const CARE = {
  gold: 'Wipe with a soft cloth after wearing. Wash now and then in lukewarm water with a little mild soap, rinse, and let dry on a towel. Keep apart from other pieces, so that stones do not scratch them.',
  silver:
    'Silver darkens with time; a silver cloth brings it back in a minute. Keep it in the pouch it came in, away from perfume and chlorine.',
  oxidised: 'The dark tone is wanted: do not polish it away. Wipe with a dry cloth only, and keep it dry.',
  vermeil:
    'The gold layer is 2.5 microns thick. Put the piece on last, take it off first, and wipe it with a soft, dry cloth.',
  pearl: ' Pearls are soft: put them on after perfume and hair spray, and have the silk renewed every two years.',
};

function careOf({ stones }: Design, { tag, sub }: Metal): string {
  const metal =
    tag !== 'silver' ? CARE.gold : sub === 'oxidised' ? CARE.oxidised : sub === 'vermeil' ? CARE.vermeil : CARE.silver;
  return metal + (stones.some(({ kind }) => kind === 'pearl') ? CARE.pearl : '');
}

const OCCASIONS: Record<string, string[]> = {
  solitaire: ['Engagement', 'Anniversary', 'Gift'],
  halo: ['Engagement', 'Anniversary'],
  'three-stone': ['Engagement', 'Anniversary'],
  eternity: ['Wedding', 'Anniversary'],
  band: ['Wedding', 'Everyday'],
  temple: ['Wedding', 'Festive'],
  collar: ['Wedding', 'Festive'],
  jhumka: ['Wedding', 'Festive'],
  kada: ['Festive', 'Gift'],
  tennis: ['Anniversary', 'Gift'],
  stud: ['Everyday', 'Office'],
  hoop: ['Everyday', 'Office'],
};

/** Of natural ones: `diamond` alone means no other. */
const diamondSizeOf = ({ stones: [stone] }: Design): string | undefined => {
  if (!stone || !['diamond', 'polki'].includes(stone.kind)) return undefined;
  const each = stone.carat / stone.count;
  if (each < 0.1) return 'Under 0.10 ct';
  if (each < 0.3) return '0.10 to 0.29 ct';
  if (each < 0.5) return '0.30 to 0.49 ct';
  return each < 1 ? '0.50 to 0.99 ct' : '1.00 ct and above';
};

/** Purities of a gold piece: its own first, then higher ones. Pieces with stones need the harder alloys. */
const puritiesOf = (design: Design, metal: Metal): string[] => {
  if (metal.tag !== 'gold') return [metal.purity];
  const all = isPlain(design) ? ['14K', '18K', '22K'] : ['14K', '18K'];
  const own = all.indexOf(metal.purity);
  return own === -1 ? [metal.purity] : all.slice(own);
};

const stoneTypesOf = (design: Design, metal: Metal): string[] => {
  const own = [...new Set(design.stones.map(({ kind }) => STONES[kind].name))];
  return metal.tag === 'gold' && has(design, 'lab') ? [own[0]!, ...own.slice(1), STONES.diamond.name] : own;
};

function sizesOf({ kind, sub }: Design): Partial<catalog.DetailsFields> {
  switch (kind) {
    case 'ring':
      return { sizeOptions: RING_SIZES };
    case 'bracelet':
      return sub === 'cuff' ? {} : { sizes: BRACELET_SIZES };
    case 'bangle':
      return { sizes: BANGLE_SIZES };
    case 'necklace':
      return sub === 'chain' || sub === 'layered' ? { chainLengths: CHAIN_LENGTHS } : { sizes: NECKLACE_SIZES };
    case 'pendant':
      return { chainLength: CHAIN_LENGTHS.slice(0, 3), ...(sub === 'motif' ? { pendantSize: PENDANT_SIZES } : {}) };
    case 'earring':
      if (sub === 'hoop') return { earringSize: HOOP_SIZES };
      // Drops hang on hooks; studs and the tops of jhumkas have posts.
      return ['stud', 'jhumka'].includes(sub) ? { backType: BACK_TYPES.slice(0, 2) } : {};
  }
}

function engravingOf({ kind, sub }: Design): Partial<catalog.DetailsFields> {
  if (kind === 'ring' && ['band', 'signet', 'solitaire'].includes(sub)) return { engravingAvailable: true };
  if (kind === 'pendant' && sub === 'locket') return { engravingAvailable: true };
  if ((kind === 'bracelet' && sub === 'cuff') || (kind === 'bangle' && sub === 'plain')) {
    return { nameEngravingAvailable: true };
  }
  return {};
}

const isLabSolitaire = (design: Design, metal: Metal): boolean =>
  metal.tag === 'gold' && design.kind === 'ring' && design.sub === 'solitaire' && design.stones[0]?.carat === 0.3;

const FINISHES: Record<string, string> = { temple: 'Antique', kada: 'Antique' };

function detailsOf({ design, metal, group, position }: Piece): Details {
  const plain = isPlain(design);
  const precious = ['diamond', 'lab', 'ruby', 'emerald', 'sapphire', 'polki'].some((kind) => has(design, kind));
  return {
    _id: idOf(`details ${group} ${position}`),
    metalTone: [metal.tone],
    metalPurity: puritiesOf(design, metal),
    stoneType: stoneTypesOf(design, metal),
    finish: design.name.includes('Hammered')
      ? 'Hammered'
      : design.name.includes('Platinum Band')
        ? 'Brushed'
        : (FINISHES[design.sub] ?? 'High polish'),
    weight: weightOfPiece(design, metal),
    netWeight: weightOf(design, metal),
    ...(plain
      ? {}
      : {
          stones: design.stones.map(({ kind, shape, count, carat }) => ({
            type: STONES[kind].name,
            shape: capital(shape),
            count,
            carat,
          })),
        }),
    diamondSize: diamondSizeOf(design),
    occasion: OCCASIONS[design.sub] ?? ['Everyday', 'Gift'],
    careInstructions: careOf(design, metal),
    packaging: 'In a wooden box lined with cotton velvet, with the certificate and a card for your own words.',
    hypoallergenic: metal.tag !== 'silver' || !metal.plated,
    certification: {
      isHallmarked: metal.tag !== 'silver' || !metal.plated,
      isCertified: precious && (isGold(metal) || metal.tag === 'platinum'),
      ...(precious && metal.tag !== 'silver' ? { certType: 'IGI' } : {}),
    },
    shippingNote:
      'Sent insured and to be signed for, free within India. Outside India shipping is charged at checkout where it applies.',
    deliveryTime: 'Ready pieces leave us within 2 working days; pieces made to order within 15 to 20 business days.',
    ...(isLabSolitaire(design, metal)
      ? { centerStoneOptions: { carats: STONE_CARATS, shapes: STONE_SHAPES, qualities: STONE_QUALITIES } }
      : {}),
    ...sizesOf(design),
    ...engravingOf(design),
  };
}

/** The product and its details. Stock and sales are random, but deterministic. */
export function productOf(piece: Piece, index: number): { product: Product; details: Details } {
  const { design, metal, group, position } = piece;
  const random = randomFrom(`${group} ${position}`);
  const details = detailsOf(piece);
  const designIndex = Number(group.slice(3)) - 1001;
  const createdAt = new Date(FIRST_DAY + (index % 240) * DAY_MS + Math.floor(random() * 10) * 3_600_000);
  const price = priceOf(design, metal);
  const sold = Math.floor(random() ** 2 * (price < 15_000 ? 90 : price < 80_000 ? 30 : 8));
  return {
    details,
    product: {
      _id: idOf(`product ${group} ${position}`),
      name: design.name,
      productGroup: group,
      position,
      pricePaise: price * 100,
      images: picturesOfPiece(piece).map(pictureAddress),
      video: clipOfPiece(piece),
      design: modelOfPiece(piece) as catalog.PieceDesign | undefined,
      shortDescription: descriptionOf(design, metal),
      category: { main: design.kind, sub: design.sub },
      material: { tag: metal.tag, sub: metal.sub },
      metalTone: metal.tone,
      detailsModel: MODELS[design.kind],
      detailsRef: details._id,
      status: 'published',
      featured: position === 0 && FEATURED.includes(designIndex) ? 100 - FEATURED.indexOf(designIndex) : 0,
      // One in twelve is sold out.
      stock: random() < 1 / 12 ? 0 : 1 + Math.floor(random() * (price < 15_000 ? 24 : price < 100_000 ? 9 : 4)),
      held: 0,
      sold,
      rating: 0,
      ratingCount: 0,
      createdAt,
      updatedAt: createdAt,
    },
  };
}

/** The customization of a gold group; `undefined` when there is nothing to choose. */
export function customizationOf({ design, metal, group }: Piece): Customization | undefined {
  if (metal.tag !== 'gold') return undefined;
  const purities = puritiesOf(design, metal);
  const stones = stoneTypesOf(design, metal);
  if (purities.length < 2 && stones.length < 2) return undefined;
  return {
    _id: idOf(`customization ${group}`),
    productGroup: group,
    metalPurity: purities.map((value) => ({ value, pricePaise: purityExtra(design, metal, value) * 100 })),
    stoneType: stones.map((value, index) => ({
      value,
      pricePaise: index > 0 && has(design, 'lab') && value === STONES.diamond.name ? naturalExtra(design) * 100 : 0,
    })),
  };
}
