/** A chosen file cannot be read: why, in words for staff. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
