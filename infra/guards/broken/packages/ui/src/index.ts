export const Button = 'a button';
