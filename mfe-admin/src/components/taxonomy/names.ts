/** Names are part of addresses, so they are stored in lower case. */
export const lowerCaseName = (name: string): string => name.trim().toLowerCase();
