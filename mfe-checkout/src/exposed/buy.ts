export { Buy as default } from '../features/buy/buy.tsx';
