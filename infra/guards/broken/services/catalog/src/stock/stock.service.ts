export const stock = 'of another service';
