import { z } from 'zod';
import { defineFragment } from '../core/fragment.ts';

export const search = defineFragment({
  id: 'storefront/search',
  summary: 'The full-screen search with suggestions',
  props: z.object({}),
  reserve: {},
  server: false,
});
