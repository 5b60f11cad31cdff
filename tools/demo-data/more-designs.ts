import { type Design, DESIGNS } from './designs.ts';
import { randomFrom } from './random.ts';

const NAMES = [
  ...['Aarohi', 'Aditi', 'Aishani', 'Akira', 'Alaka', 'Amara', 'Amrita', 'Anika', 'Antara', 'Apsara', 'Arpita', 'Arya'],
  ...['Avani', 'Bhavya', 'Charvi', 'Chitra', 'Damini', 'Deepa', 'Diya', 'Eesha', 'Ekta', 'Esha', 'Gauri', 'Gayatri'],
  ...['Hansa', 'Hema', 'Ila', 'Indu', 'Ishita', 'Jaya', 'Jhanvi', 'Juhi', 'Kaira', 'Kalpana', 'Kamini', 'Kavya'],
  ...['Keya', 'Lata', 'Lavanya', 'Leela', 'Madhavi', 'Maya', 'Mohini', 'Myra', 'Nandini', 'Neha', 'Nila', 'Nisha'],
  ...['Oviya', 'Pallavi', 'Pari', 'Pooja', 'Radhika', 'Ragini', 'Riya', 'Saanvi', 'Shanti', 'Tanvi', 'Uma', 'Zoya'],
];

/** `Aarohi` … `Zoya`, then `Aarohi Aditi`, `Aditi Aishani` … */
function namesOf(round: number): string[] {
  const times = Math.floor(round / NAMES.length);
  const first = NAMES[round % NAMES.length]!;
  return times === 0 ? [first] : [first, NAMES[(round + times) % NAMES.length]!];
}

/**
 * More designs for load tests: each is a demo design under another name, slightly lighter or heavier. The first 7,200 have
 * one name before the demo design's words, later ones two.
 */
export function moreDesigns(count: number): Design[] {
  return Array.from({ length: count }, (_, index) => {
    const base = DESIGNS[index % DESIGNS.length]!;
    const names = namesOf(Math.floor(index / DESIGNS.length));
    const random = randomFrom(`more ${index}`);
    const scale = 0.8 + random() * 0.55;
    const [, ...rest] = base.name.split(' ');
    return {
      ...base,
      name: [...names, ...(rest.length > 1 ? rest : base.name.split(' '))].join(' '),
      weight: Math.round(base.weight * scale * 10) / 10,
      stones: base.stones.map((stone) => ({
        ...stone,
        carat: Math.max(0.01, Math.round(stone.carat * scale * 100) / 100),
      })),
    };
  });
}
