/**
 * Whether there may be a session, by a readable cookie of identity's. Without it no renewal is requested, and guarded pages
 * redirect to the home page.
 */
export const mayBeSignedIn = (cookies: string): boolean => cookies.split('; ').includes('signed-in=1');
