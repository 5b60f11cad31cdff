import { BANNERS } from './api/showcase.ts';
import { showcaseScreen } from './showcase-screen.tsx';

export const { ShowcasePage: DiscountPage, prefetch } = showcaseScreen(BANNERS);
