export { MailsPage as default, prefetch } from '../features/mails/mails-page.tsx';
