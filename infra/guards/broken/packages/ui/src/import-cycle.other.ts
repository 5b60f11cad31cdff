import { one } from './import-cycle.ts';

export const other = () => one;
