import { z } from 'zod';
import { defineFragment } from '../core/fragment.ts';

export const signIn = defineFragment({
  id: 'account/sign-in',
  summary: 'The sign-in panel: password, then the code from the mail; closes with true once somebody is signed in',
  props: z.object({}),
  reserve: {},
  server: false,
});
