export { AuditPage as default, prefetch } from '../features/audit/audit-page.tsx';
