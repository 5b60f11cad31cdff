/** How long a page waits for an entry or a chunk of a slice, ms: as long as for a call of the API. Slow lines need seconds for a script. */
export const LOAD_TIMEOUT_MS = 15_000;
