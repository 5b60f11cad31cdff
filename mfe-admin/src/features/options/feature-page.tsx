import { optionsScreen } from './options-screen.tsx';

export const { OptionsPage: FeaturePage, prefetch } = optionsScreen('Features', [
  'metalPurity',
  'metalTone',
  'stoneType',
  'stoneShape',
  'stoneQuality',
  'stoneCarat',
  'finish',
  'backType',
  'occasion',
]);
