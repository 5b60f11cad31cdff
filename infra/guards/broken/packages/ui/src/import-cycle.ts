import { other } from './import-cycle.other.ts';

export const one = () => other;
