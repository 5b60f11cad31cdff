import type { Details } from '../src/products/details.schema.ts';
import type { Product } from '../src/products/product.schema.ts';

/** Facts by which a piece is what a text asks for. Rupees are those that shoppers see. */
export interface Facts {
  category?: string;
  sub?: string;
  /** One of them. */
  metal?: readonly string[];
  tone?: string;
  purity?: string;
  /** One of them. */
  stone?: readonly string[];
  shape?: string;
  occasion?: string;
  from?: number;
  upTo?: number;
}

const GOLD = ['gold', 'rose-gold'];
const DIAMONDS = ['Natural Diamond', 'Laboratory-Grown Diamond', 'Polki Diamond'];
const SAPPHIRES = ['Blue Sapphire', 'Pink Sapphire'];

/** What shoppers write, and the facts that they mean. The demo catalogue is the same for a size, so each has one right answer. */
export const ASKED: readonly ({ text: string } & Facts)[] = [
  { text: '22k gold ring', category: 'ring', metal: GOLD, purity: '22K' },
  { text: 'gold ring 22k', category: 'ring', metal: GOLD, purity: '22K' },
  { text: '22 kt gold rings', category: 'ring', metal: GOLD, purity: '22K' },
  { text: '22kt gold bangles', category: 'bangle', metal: GOLD, purity: '22K' },
  { text: '22 carat gold necklace', category: 'necklace', metal: GOLD, purity: '22K' },
  { text: '22 karat gold earrings', category: 'earring', metal: GOLD, purity: '22K' },
  { text: '18k gold pendant', category: 'pendant', metal: GOLD, purity: '18K' },
  { text: '18 kt gold bracelet', category: 'bracelet', metal: GOLD, purity: '18K' },
  { text: '14k gold earrings', category: 'earring', metal: GOLD, purity: '14K' },
  { text: '14 kt rose gold ring', category: 'ring', metal: ['rose-gold'], purity: '14K' },
  { text: '18k white gold ring', category: 'ring', tone: 'White Gold', purity: '18K' },
  { text: 'gold ring', category: 'ring', metal: GOLD },
  { text: 'rings', category: 'ring' },
  { text: 'earrings', category: 'earring' },
  { text: 'necklace', category: 'necklace' },
  { text: 'bracelets', category: 'bracelet' },
  { text: 'Bangles', category: 'bangle' },
  { text: 'pendant', category: 'pendant' },
  { text: 'gold', metal: GOLD },
  { text: 'silver', metal: ['silver'] },
  { text: 'platinum', metal: ['platinum'] },
  { text: 'rose gold', metal: ['rose-gold'] },
  { text: 'white gold', tone: 'White Gold' },
  { text: 'yellow gold', tone: 'Yellow Gold' },
  { text: 'rose gold earrings', category: 'earring', metal: ['rose-gold'] },
  { text: 'rose gold earrings under 20000', category: 'earring', metal: ['rose-gold'], upTo: 20_000 },
  { text: 'rose-gold bracelet', category: 'bracelet', metal: ['rose-gold'] },
  { text: 'white gold pendant', category: 'pendant', tone: 'White Gold' },
  { text: 'white gold bangles', category: 'bangle', tone: 'White Gold' },
  { text: 'yellow gold necklace', category: 'necklace', tone: 'Yellow Gold' },
  { text: 'silver earrings', category: 'earring', metal: ['silver'] },
  { text: 'silver ring under 5000', category: 'ring', metal: ['silver'], upTo: 5_000 },
  { text: 'silver bangles under 10000', category: 'bangle', metal: ['silver'], upTo: 10_000 },
  { text: '925 silver pendant', category: 'pendant', metal: ['silver'], purity: '925' },
  { text: 'oxidised silver cuff', sub: 'cuff', tone: 'Oxidised Silver' },
  { text: 'oxidised silver pendant', category: 'pendant', tone: 'Oxidised Silver' },
  { text: 'platinum ring', category: 'ring', metal: ['platinum'] },
  { text: 'platinum rings above 100000', category: 'ring', metal: ['platinum'], from: 100_000 },
  { text: 'platinum studs', sub: 'stud', metal: ['platinum'] },
  { text: 'platinum solitaire ring', category: 'ring', sub: 'solitaire', metal: ['platinum'] },
  { text: 'yellow gold vermeil ring', category: 'ring', tone: 'Yellow Gold Vermeil' },
  { text: 'rose gold vermeil', tone: 'Rose Gold Vermeil' },
  { text: 'emerald pendant', category: 'pendant', stone: ['Emerald'] },
  { text: 'emerald ring', category: 'ring', stone: ['Emerald'] },
  { text: 'emerald cut ring', category: 'ring', shape: 'Emerald' },
  { text: 'emerald earrings', category: 'earring', stone: ['Emerald'] },
  { text: 'ruby ring', category: 'ring', stone: ['Ruby'] },
  { text: 'ruby earrings', category: 'earring', stone: ['Ruby'] },
  { text: 'ruby necklace', category: 'necklace', stone: ['Ruby'] },
  { text: 'ruby pendant in rose gold', category: 'pendant', stone: ['Ruby'], metal: ['rose-gold'] },
  { text: 'gold bangle with ruby', category: 'bangle', stone: ['Ruby'], metal: GOLD },
  { text: 'sapphire ring', category: 'ring', stone: SAPPHIRES },
  { text: 'blue sapphire studs', sub: 'stud', stone: ['Blue Sapphire'] },
  { text: 'pink sapphire pendant', category: 'pendant', stone: ['Pink Sapphire'] },
  { text: 'sapphire bracelet', category: 'bracelet', stone: SAPPHIRES },
  { text: 'diamond ring', category: 'ring', stone: DIAMONDS },
  { text: 'diamond rings under 50000', category: 'ring', stone: DIAMONDS, upTo: 50_000 },
  { text: 'diamond earrings', category: 'earring', stone: DIAMONDS },
  { text: 'diamond pendant under 30000', category: 'pendant', stone: DIAMONDS, upTo: 30_000 },
  { text: 'diamond bangles', category: 'bangle', stone: DIAMONDS },
  { text: 'diamond hoops', sub: 'hoop', stone: DIAMONDS },
  { text: 'diamond necklace above 2 lakh', category: 'necklace', stone: DIAMONDS, from: 200_000 },
  { text: 'natural diamond ring', category: 'ring', stone: ['Natural Diamond'] },
  { text: 'lab grown diamond ring', category: 'ring', stone: ['Laboratory-Grown Diamond'] },
  { text: 'lab-grown diamond earrings', category: 'earring', stone: ['Laboratory-Grown Diamond'] },
  {
    text: 'lab grown diamond pendant under 25k',
    category: 'pendant',
    stone: ['Laboratory-Grown Diamond'],
    upTo: 25_000,
  },
  { text: 'polki diamond earrings', category: 'earring', stone: ['Polki Diamond'] },
  { text: 'moissanite bracelet', category: 'bracelet', stone: ['Moissanite'] },
  { text: 'moissanite necklace', category: 'necklace', stone: ['Moissanite'] },
  { text: 'pearl necklace', category: 'necklace', stone: ['Freshwater Pearl'] },
  { text: 'pearl earrings', category: 'earring', stone: ['Freshwater Pearl'] },
  { text: 'freshwater pearl bracelet', category: 'bracelet', stone: ['Freshwater Pearl'] },
  { text: 'pearl studs', sub: 'stud', stone: ['Freshwater Pearl'] },
  { text: 'amethyst ring', category: 'ring', stone: ['Amethyst'] },
  { text: 'amethyst earrings', category: 'earring', stone: ['Amethyst'] },
  { text: 'citrine pendant', category: 'pendant', stone: ['Citrine'] },
  { text: 'citrine studs', sub: 'stud', stone: ['Citrine'] },
  { text: 'garnet pendant', category: 'pendant', stone: ['Garnet'] },
  { text: 'garnet bracelet', category: 'bracelet', stone: ['Garnet'] },
  { text: 'blue topaz earrings', category: 'earring', stone: ['Blue Topaz'] },
  { text: 'topaz earrings', category: 'earring', stone: ['Blue Topaz'] },
  { text: 'opal pendant', category: 'pendant', stone: ['Opal'] },
  { text: 'moonstone necklace', category: 'necklace', stone: ['Moonstone'] },
  { text: 'turquoise bracelet', category: 'bracelet', stone: ['Turquoise'] },
  { text: 'black onyx ring', category: 'ring', stone: ['Black Onyx'] },
  { text: 'onyx bracelet', category: 'bracelet', stone: ['Black Onyx'] },
  { text: 'aquamarine pendant', category: 'pendant', stone: ['Aquamarine'] },
  { text: 'morganite ring', category: 'ring', stone: ['Morganite'] },
  { text: 'peridot pendant', category: 'pendant', stone: ['Peridot'] },
  { text: 'oval diamond ring', category: 'ring', shape: 'Oval', stone: DIAMONDS },
  { text: 'round lab-grown diamond ring', category: 'ring', shape: 'Round', stone: ['Laboratory-Grown Diamond'] },
  { text: 'pear shaped diamond earrings', category: 'earring', shape: 'Pear', stone: DIAMONDS },
  { text: 'cushion cut ring', category: 'ring', shape: 'Cushion' },
  { text: 'marquise pendant', category: 'pendant', shape: 'Marquise' },
  { text: 'solitaire ring', category: 'ring', sub: 'solitaire' },
  { text: 'solitaire pendant', category: 'pendant', sub: 'solitaire' },
  { text: 'halo ring', category: 'ring', sub: 'halo' },
  { text: 'halo rings in white gold', category: 'ring', sub: 'halo', tone: 'White Gold' },
  { text: 'eternity ring', category: 'ring', sub: 'eternity' },
  { text: 'three stone ring', category: 'ring', sub: 'three-stone' },
  { text: 'signet rings', category: 'ring', sub: 'signet' },
  { text: 'cocktail ring under 15,000', category: 'ring', sub: 'cocktail', upTo: 15_000 },
  { text: 'tennis bracelet', category: 'bracelet', sub: 'tennis' },
  { text: 'tennis necklace', category: 'necklace', sub: 'tennis' },
  { text: 'temple necklace', category: 'necklace', sub: 'temple' },
  { text: 'jhumka', sub: 'jhumka' },
  { text: 'jhumkas in gold', sub: 'jhumka', metal: GOLD },
  { text: 'gold hoops under 40000', sub: 'hoop', metal: GOLD, upTo: 40_000 },
  { text: 'studs between 10000 and 30000', sub: 'stud', from: 10_000, upTo: 30_000 },
  { text: 'engagement ring', category: 'ring', occasion: 'Engagement' },
  { text: 'engagement rings under ₹60,000', category: 'ring', occasion: 'Engagement', upTo: 60_000 },
  { text: 'festive bangles', category: 'bangle', occasion: 'Festive' },
  { text: 'wedding necklace in 22k gold', category: 'necklace', occasion: 'Wedding', metal: GOLD, purity: '22K' },
  { text: 'anniversary ring in platinum', category: 'ring', occasion: 'Anniversary', metal: ['platinum'] },
  { text: 'office earrings', category: 'earring', occasion: 'Office' },
  { text: 'everyday rose gold ring', category: 'ring', occasion: 'Everyday', metal: ['rose-gold'] },
  { text: 'dimond earings', category: 'earring', stone: DIAMONDS },
  { text: 'saphire ring', category: 'ring', stone: SAPPHIRES },
  { text: 'emrald pendent', category: 'pendant', stone: ['Emerald'] },
  { text: 'gifts under 3000', occasion: 'Gift', upTo: 3_000 },
];

/** Pieces of the demo catalogue with 100,000 products that are looked for by name or group code; no other has the same name. */
export const KNOWN: readonly (readonly [text: string, group: string])[] = [
  ['jaal filigree bangle', 'AR-1056'],
  ['setu open cuff', 'AR-1034'],
  ['rashmi diamond bangle', 'AR-1046'],
  ['patang charm bracelet', 'AR-1032'],
  ['bindu station bracelet', 'AR-1029'],
  ['milan platinum band', 'AR-1015'],
  ['anar garnet pendant', 'AR-1094'],
  ['om pendant', 'AR-1095'],
  ['chakra plain hoops', 'AR-1108'],
  ['lehar wave ring', 'AR-1021'],
  ['roop diamond cuff', 'AR-1036'],
  ['kesar citrine pendant', 'AR-1085'],
  ['asmani topaz drops', 'AR-1117'],
  ['kamal lotus pendant', 'AR-1089'],
  ['saath double bracelet', 'AR-1041'],
  ['sada round bangle', 'AR-1042'],
  ['panna drop earrings', 'AR-1114'],
  ['noor halo ring', 'AR-1006'],
  ['bindi solitaire pendant', 'AR-1082'],
  ['genda marigold studs', 'AR-1105'],
  ['mohini neha jaali cuff', 'AR-36899'],
  ['Lavanya Nandini Pearl Necklace', 'AR-58236'],
  ['nisha ragini vine bangle', 'AR-59304'],
  ['Zoya Akira Round Bangle', 'AR-46221'],
  ['Maya Diamond Studs', 'AR-15064'],
  ['Anika Bhavya Sher Kada', 'AR-54458'],
  ['lata myra mrinal choker', 'AR-58110'],
  ['Myra Pallavi Solitaire Ring', 'AR-58764'],
  ['Maya Nila Aquamarine Pendant', 'AR-51345'],
  ['pari riya hammered band', 'AR-45104'],
  ['Nandini Pallavi Oval Solitaire Ring', 'AR-51627'],
  ['deepa platinum band', 'AR-12072'],
  ['Ekta Esha Cocktail Ring', 'AR-19698'],
  ['Pari Radhika Stacking Ring', 'AR-30590'],
  ['tanvi zoya layered necklace', 'AR-31494'],
  ['Pallavi Snake Chain', 'AR-15995'],
  ['Pallavi Ragini Citrine Pendant', 'AR-45054'],
  ['Nandini Nila Lotus Pendant', 'AR-29933'],
  ['Amara Halo Ring', 'AR-10611'],
  ['Kamini Leela Sapphire Halo Studs', 'AR-50521'],
  ['AR-54758', 'AR-54758'],
  ['AR30235', 'AR-30235'],
  ['ar-37341', 'AR-37341'],
  ['ar 50411', 'AR-50411'],
  ['ar32721', 'AR-32721'],
  ['AR-24332', 'AR-24332'],
  ['AR45151', 'AR-45151'],
  ['ar-15122', 'AR-15122'],
  ['ar 57526', 'AR-57526'],
  ['ar48314', 'AR-48314'],
];

/** The same with a typo. */
export const MISSPELLED: typeof KNOWN = [
  ['satlada peaarl necklace', 'AR-1078'],
  ['leha wave bangle', 'AR-1045'],
  ['chaadni tennis bracelet', 'AR-1022'],
  ['nath pearl heops', 'AR-1112'],
  ['ujala singel row bagnle', 'AR-1049'],
  ['mukta pearl bangel', 'AR-1060'],
  ['hanli collar', 'AR-1070'],
  ['dwar hinged banngle', 'AR-1059'],
  ['barissh chain drops', 'AR-1116'],
  ['rani kundan choekr', 'AR-1072'],
  ['jamuni ameetthyst drops', 'AR-1115'],
  ['neuli sapphire halo studs', 'AR-1107'],
  ['chaukor square bngle', 'AR-1044'],
  ['jodi slim banglus', 'AR-1043'],
  ['akira amara inside out hoos', 'AR-24993'],
  ['ishita kvya halo ring', 'AR-64214'],
  ['madhavi nisha peorl necklace', 'AR-65738'],
  ['nisua pooja tennis necklace', 'AR-44794'],
  ['uma aishani square baagle', 'AR-46102'],
  ['nihsa riya garnet pendant', 'AR-66601'],
  ['laavanya cushion halo ring', 'AR-14606'],
  ['aaiohi amrita cocktail ring', 'AR-53578'],
  ['aarhi aditi ruby heart pendant', 'AR-17348'],
  ['gaaatri hema pearl bangle', 'AR-27363'],
  ['chitra garui ruby bangle', 'AR-62682'],
  ['kaia lata graduated necklace', 'AR-50241'],
  ['damini deepa graduated necklcae', 'AR-19265'],
  ['ashani antara ruby bangle', 'AR-53849'],
  ['esha ishita oval locet', 'AR-63461'],
  ['devika emreald-cut ring', 'AR-1005'],
];

/** Whether a piece has the facts; `rupees` is its price as shown. */
export function hasFacts(
  { category, material, metalTone }: Pick<Product, 'category' | 'material' | 'metalTone'>,
  { metalPurity, stones = [], occasion = [] }: Partial<Details>,
  rupees: number,
  wanted: Facts,
): boolean {
  const has = <T>(value: T | undefined, ...owned: readonly T[]) => value === undefined || owned.includes(value);
  return (
    has(wanted.category, category.main) &&
    has(wanted.sub, category.sub) &&
    (wanted.metal ?? [material.tag]).includes(material.tag) &&
    has(wanted.tone, metalTone) &&
    has(wanted.purity, metalPurity?.[0]) &&
    (!wanted.stone || stones.some(({ type }) => wanted.stone!.includes(type))) &&
    has(wanted.shape, ...stones.map(({ shape }) => shape)) &&
    has(wanted.occasion, ...occasion) &&
    rupees >= (wanted.from ?? 0) &&
    rupees <= (wanted.upTo ?? Infinity)
  );
}
