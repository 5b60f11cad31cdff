import { z } from 'zod';
import { defineBrowserEvent } from '../core/fragment.ts';

export const sessionChanged = defineBrowserEvent({
  name: 'shell:session-changed',
  summary: 'A user signed in or out in this browser',
  detail: z.object({}),
});
