import { z } from 'zod';
import { defineBrowserEvent } from '../core/fragment.ts';

export const noticesChanged = defineBrowserEvent({
  name: 'admin:notices-changed',
  summary: 'Notices for who is signed in came, or were read elsewhere: refetch them',
  detail: z.object({}),
});
