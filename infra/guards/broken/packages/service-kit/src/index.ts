export const logger = 'a logger';
