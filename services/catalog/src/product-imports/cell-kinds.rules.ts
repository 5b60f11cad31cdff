import { rupeesFrom } from '@shop/contracts';

/** A cell has another form than its column: what is wrong, in words for staff. */
export class WrongCell extends Error {
  override readonly name = 'WrongCell';
}

/** How a column writes its value, and reads it back: `read(write(value))` is the value. Empty cells are read as `undefined`. */
export interface CellKind {
  write(value: unknown): string;
  /** Of a cell that is not empty. @throws WrongCell */
  read(cell: string): unknown;
}

/** Texts apart: a part that has the separator, or a backslash, has a backslash before it. */
const joined = (parts: readonly string[], separator: string): string =>
  parts.map((part) => part.replaceAll(/[\\|;]/g, String.raw`\$&`)).join(separator);

/** Pieces between separators that no backslash precedes, with the backslashes that they have. */
function split(text: string, separator: '|' | ';'): string[] {
  const pieces = [''];
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]!;
    if (one === separator) pieces.push('');
    else if (one === '\\') {
      pieces[pieces.length - 1] += text.slice(at, at + 2);
      at += 1;
    } else pieces[pieces.length - 1] += one;
  }
  return pieces;
}

const plain = (piece: string): string => piece.replaceAll(/\\([\\|;])/g, '$1').trim();

const WHOLE = /^\d{1,9}$/;
const DECIMAL = /^\d{1,9}(\.\d{1,6})?$/;
const RUPEES = /^\d{1,10}(\.\d{1,2})?$/;

function numberIn(cell: string, form: RegExp, expected: string): number {
  const text = cell.trim();
  if (!form.test(text)) throw new WrongCell(`“${shortOf(text)}” is not ${expected}`);
  return Number(text);
}

const shortOf = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export const text: CellKind = { write: (value) => String(value), read: (cell) => cell.trim() };

export const whole: CellKind = {
  write: (value) => String(value),
  read: (cell) => numberIn(cell, WHOLE, 'a whole number such as 12'),
};

export const decimal: CellKind = {
  write: (value) => String(value),
  read: (cell) => numberIn(cell, DECIMAL, 'a number such as 3.25'),
};

/** Rupees with two decimals; other signs and separators are refused. */
export const rupees: CellKind = {
  write: (value) => (value as number).toFixed(2),
  read: (cell) => {
    numberIn(cell, RUPEES, 'rupees such as 42500.00');
    const [whole, part = ''] = cell.trim().split('.');
    return rupeesFrom(Number(whole) * 100 + Number(part.padEnd(2, '0')));
  },
};

const FLAGS: Readonly<Record<string, boolean>> = { yes: true, no: false };

export const flag: CellKind = {
  write: (value) => (value ? 'yes' : 'no'),
  read: (cell) => {
    const value = FLAGS[cell.trim().toLowerCase()];
    if (value === undefined) throw new WrongCell(`“${shortOf(cell)}” is neither yes nor no`);
    return value;
  },
};

export const list: CellKind = {
  write: (value) => joined(value as string[], ' | '),
  read: (cell) => split(cell, '|').map(plain),
};

interface Stone {
  type: string;
  shape?: string;
  count: number;
  carat: number;
}

const STONE = 'type; shape; count; carat such as Natural diamond; Round; 12; 0.5';

export const stones: CellKind = {
  write: (value) =>
    (value as Stone[])
      .map(({ type, shape = '', count, carat }) => joined([type, shape, String(count), String(carat)], '; '))
      .join(' | '),
  read: (cell) =>
    split(cell, '|').map((stone): Stone => {
      const parts = split(stone, ';').map(plain);
      const [type = '', shape = '', count = '', carat = ''] = parts;
      if (parts.length !== 4) throw new WrongCell(`“${shortOf(stone.trim())}” is not ${STONE}`);
      return {
        type,
        ...(shape !== '' && { shape }),
        count: numberIn(count, WHOLE, 'a number of stones'),
        carat: numberIn(carat, DECIMAL, 'a number of carats'),
      };
    }),
};

interface PictureNote {
  image: string;
  alt?: string;
  focus?: { x: number; y: number };
}

const PICTURE_NOTE =
  'address; text; per cent from the left; from the top such as /api/v1/images/a.webp; A ring; 40; 20';

export const pictureNotes: CellKind = {
  write: (value) =>
    (value as PictureNote[])
      .map(({ image, alt = '', focus }) =>
        joined([image, alt, ...(focus ? [focus.x, focus.y].map(String) : ['', ''])], '; ').trim(),
      )
      .join(' | '),
  read: (cell) =>
    split(cell, '|').map((note): PictureNote => {
      const parts = split(note, ';').map(plain);
      const [image = '', alt = '', x = '', y = ''] = parts;
      if (parts.length !== 4) throw new WrongCell(`“${shortOf(note.trim())}” is not ${PICTURE_NOTE}`);
      const isMiddle = x === '' && y === '';
      return {
        image,
        ...(alt !== '' && { alt }),
        ...(!isMiddle && { focus: { x: numberIn(x, WHOLE, 'per cent'), y: numberIn(y, WHOLE, 'per cent') } }),
      };
    }),
};
