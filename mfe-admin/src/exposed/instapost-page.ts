export { InstapostPage as default, prefetch } from '../features/showcase/instapost-page.tsx';
