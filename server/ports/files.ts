import type { Readable } from 'node:stream';

/** The bytes of what was uploaded or made, under names of our own. Who may have them is not known here. */
export type Files = {
  /** Returns once the file is kept for good. Either the whole file is there afterwards, or what was there before. */
  put(name: string, bytes: Buffer | Readable, facts: { mediaType: string }): Promise<void>;
  /** Null when there is no such file. The stream fails rather than end early, and must be read or destroyed. */
  open(name: string): Promise<{ stream: Readable; bytes: number } | null>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  kind: 'disk' | 's3';
};

/** There is no room left for another file. */
export class StorageFull extends Error {
  override name = 'StorageFull';

  constructor() {
    super('There is no room left in the file store.');
  }
}

/** The store could not do it, for a reason that is not the file's. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

const STORED_NAME = /^[a-z0-9-]{1,100}\/[a-z0-9-]{1,100}\.[a-z0-9]{1,10}$/;

/** Every name is made by us, so any other shape is a mistake or an attack; both end here. */
export function requireStoredName(name: string): string {
  if (!STORED_NAME.test(name)) throw new Error('This is not the name of a stored file.');
  return name;
}
