/** A file that cannot be read; the message is for the administrator. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
