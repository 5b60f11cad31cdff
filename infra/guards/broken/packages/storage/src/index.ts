export const bytes = 'bytes';
