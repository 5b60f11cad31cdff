export { TransfersPage as default, prefetch } from '../providers/bank-transfer/transfers-page.tsx';
