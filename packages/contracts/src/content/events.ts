import { z } from 'zod';
import { defineEvent } from '../core/event.ts';

export const contentChanged = defineEvent({
  name: 'content.changed.v1',
  publisher: 'content',
  summary: 'Brand, a text page, menus, banners or posts changed',
  key: 'what changed',
  /** Cache tag of the change: `brand`, `page:about`. */
  data: z.object({ tag: z.string() }),
  consumers: {
    gateway: { subscription: 'broadcast', effect: 'drops cached answers' },
    shell: { subscription: 'broadcast', effect: 'drops cached pages' },
  },
});
