export const seeded = 7;
