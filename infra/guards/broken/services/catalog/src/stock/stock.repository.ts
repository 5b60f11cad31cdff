export const holds = [];
