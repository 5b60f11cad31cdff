/** The picture of a pressed card becomes the large one of the piece's page. */
export const nameInTransition = (id: string): string => `piece-${id}`;
