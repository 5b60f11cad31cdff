import type { content } from '@shop/contracts';
import type { Banner } from './banner.schema.ts';

/** As everybody reads it. */
export const fieldsOf = ({ _id, image, title, link, focus, from, until }: Banner): content.Banner => ({
  _id: String(_id),
  image,
  title,
  ...(link && { link }),
  ...(focus && { focus: { x: focus.x, y: focus.y } }),
  ...(from && { from: from.toISOString() }),
  ...(until && { until: until.toISOString() }),
});
