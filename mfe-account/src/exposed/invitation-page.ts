export { InvitationPage as default, prefetch } from '../features/invitation/invitation-page.tsx';
