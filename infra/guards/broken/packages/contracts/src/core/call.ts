export const call = 'not exported by the package';
