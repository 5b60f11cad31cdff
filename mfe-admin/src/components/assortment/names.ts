/** Names stand in addresses, so they are kept in small letters. */
export const smallName = (name: string): string => name.trim().toLowerCase();

const MAX = 40;

/** What can be said of a name before the service is asked. */
export const nameRules = {
  validate: (value: string): true | string => {
    const name = smallName(value);
    if (name === '') return 'This is required';
    if (name.length > MAX) return `At most ${MAX} characters`;
    return /^[\p{L}\p{N}][\p{L}\p{N} '&-]*$/u.test(name) || 'Letters, digits, spaces and hyphens only';
  },
};
