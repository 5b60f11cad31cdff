import { optionsScreen } from './options-screen.tsx';

export const { OptionsPage: SizePage, prefetch } = optionsScreen('Sizes', [
  'ringSize',
  'necklaceSize',
  'braceletSize',
  'chainLength',
  'earringSize',
  'pendantSize',
  'diamondSize',
]);
