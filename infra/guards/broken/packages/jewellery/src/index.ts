export const ring = 'a ring';
