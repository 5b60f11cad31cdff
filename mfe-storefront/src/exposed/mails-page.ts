export { MailsPage as default, prefetch } from '../features/wishlist/mails-page.tsx';
