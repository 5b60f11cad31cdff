import { text, type Screen } from './screen.ts';

// Pages of text.

export const TEXT_SCREENS: Record<string, Screen> = {
  about: text('about'),
  contact: text('contact'),
  'diamond-education': text('diamond-education'),
  faqs: text('faqs'),
  policy: text('refund-return'),
  'not-found': text('no/such/page'),
};
