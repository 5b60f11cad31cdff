/**
 * Identity's readable cookie stands as long as a session may be there; whether one is, and whose, only identity knows. Without
 * it nobody asks for a renewal, and guarded pages lead home.
 */
export const mayBeSignedIn = (cookies: string): boolean => cookies.split('; ').includes('signed-in=1');
