export const Fragment = 'a fragment';
