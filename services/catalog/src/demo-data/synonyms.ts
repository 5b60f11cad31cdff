import type { SynonymList } from '../synonyms/synonyms.schema.ts';
import { idOf } from './products.ts';

/** What the demo catalogue calls what shoppers write; Hindi also in Latin letters. */
const MEANINGS: Record<string, string[]> = {
  ring: ['rng', 'anguthi', 'angoothi', 'अंगूठी', 'mundri', 'challa', 'छल्ला'],
  'engagement ring': ['engagement ring', 'proposal ring', 'sagai ring', 'sagai ki anguthi', 'सगाई की अंगूठी'],
  gift: ['gift for her', 'gift for him', 'gift for wife', 'gift for mother', 'present', 'tohfa', 'तोहफ़ा', 'उपहार'],
  necklace: ['haar', 'हार', 'mala', 'माला', 'neckpiece'],
  'gold necklace': ['mangalsutra', 'mangal sutra', 'मंगलसूत्र'],
  bangle: ['chudi', 'choodi', 'churi', 'चूड़ी', 'चूड़ियाँ', 'kangan', 'कंगन'],
  kada: ['karha', 'कड़ा'],
  jhumka: ['jhumki', 'jhumke', 'jhumkey', 'झुमका', 'झुमके', 'झुमकी'],
  earring: ['kundal', 'कुंडल', 'बाली', 'ear ring', 'danglers'],
  stud: ['tops', 'टॉप्स'],
  locket: ['लॉकेट', 'taveez'],
  gold: ['sona', 'सोना', 'swarna', 'sone ka', 'sone ki', 'सोने की', 'सोने का'],
  silver: ['chandi', 'चांदी', 'चाँदी'],
  diamond: ['heera', 'hira', 'हीरा', 'हीरे'],
  // Said to shoppers in full only, and typed by them as they please.
  'laboratory-grown diamond': [
    ...['lab grown diamond', 'lab created diamond', 'lab made diamond', 'lab diamond', 'laboratory created diamond'],
    ...['laboratory diamond', 'man made diamond', 'lab grown', 'lab created', 'lgd', 'lgd diamond'],
  ],
  pearl: ['moti', 'मोती'],
  ruby: ['manik', 'manikya', 'माणिक'],
  emerald: ['panna', 'पन्ना'],
  'blue sapphire': ['neelam', 'नीलम'],
  wedding: ['bridal', 'shaadi', 'शादी', 'dulhan'],
  everyday: ['daily wear', 'office wear'],
};

export const synonyms = (): SynonymList => ({
  _id: 'synonyms',
  revision: 1,
  entries: Object.entries(MEANINGS).map(([means, words]) => ({ _id: idOf(`synonym ${means}`), means, words })),
});
