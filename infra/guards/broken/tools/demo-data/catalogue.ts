export const pieces = ['a ring'];
