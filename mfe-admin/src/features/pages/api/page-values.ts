import type { Block, Page } from './pages.ts';

/** A block as it is written: `text` has the lines of a list, and the question of an answer. */
export interface BlockValues {
  kind: Block['kind'];
  text: string;
  answer: string;
}

export interface Values {
  title: string;
  slug: string;
  status: Page['status'];
  description: string;
  blocks: BlockValues[];
}

export const EMPTY_BLOCK = { text: '', answer: '' };

function blockValuesOf(block: Block): BlockValues {
  switch (block.kind) {
    case 'list':
      return { kind: block.kind, text: block.items.join('\n'), answer: '' };
    case 'question':
      return { kind: block.kind, text: block.question, answer: block.answer };
    default:
      return { kind: block.kind, text: block.text, answer: '' };
  }
}

export const valuesOf = (page?: Page): Values => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  status: page?.status ?? 'draft',
  description: page?.description ?? '',
  blocks: (page?.blocks ?? []).map(blockValuesOf),
});

export function blockOf({ kind, text, answer }: BlockValues): Block {
  switch (kind) {
    case 'list': {
      const items = text.split('\n').map((item) => item.trim());
      return { kind, items: items.filter((item) => item !== '') };
    }
    case 'question':
      return { kind, question: text.trim(), answer: answer.trim() };
    default:
      return { kind, text: text.trim() };
  }
}

export const textsOf = ({ title, description, blocks }: Values) => ({
  title: title.trim(),
  description: description.trim(),
  blocks: blocks.map(blockOf),
});

export const toSave = (values: Values) => ({
  ...textsOf(values),
  slug: values.slug.trim(),
  status: values.status,
});

/** The field of the form for a path of the body. */
export const fieldOf = (path: string): string =>
  path.replace(/^(blocks\.\d+)\.(?:question|items(?:\.\d+)?)$/, '$1.text');
