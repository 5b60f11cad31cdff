export { AddButton as default } from '../features/buy/add-button.tsx';
