export { ProfilePage as default, prefetch } from '../features/profile/profile-page.tsx';
