import type { content } from '@shop/contracts';
import { Schema } from 'mongoose';

/** One document: those that staff changed. */
export type MenusRecord = Partial<content.Menus> & { _id: 'menus' };

/** Validated by the contract on every write. */
const items = { type: [Object] as never, default: undefined };

export const menusSchema = new Schema<MenusRecord>(
  { _id: { type: String, required: true }, header: items, slideOut: items, footer: items },
  { collection: 'menus', versionKey: false, minimize: false },
);
