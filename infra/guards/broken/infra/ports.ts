export const ports = { edge: 4400 };
