import { POSTS } from './api/showcase.ts';
import { showcaseScreen } from './showcase-screen.tsx';

export const { ShowcasePage: InstapostPage, prefetch } = showcaseScreen(POSTS);
