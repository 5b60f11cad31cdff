export { PeoplePage as default, prefetch } from '../features/staff/people-page.tsx';
