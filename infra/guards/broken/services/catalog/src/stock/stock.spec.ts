export const sample = { left: 3 };
