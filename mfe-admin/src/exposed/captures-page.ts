export { CapturesPage as default, prefetch } from '../features/captures/captures-page.tsx';
