import { mkdir, rm } from 'node:fs/promises';
import { ALBUM, writeIndex } from './album.ts';

/** Empties the album before the tours and writes its index after them. */
export default async function setUp(): Promise<() => void> {
  await rm(ALBUM, { recursive: true, force: true });
  await mkdir(ALBUM, { recursive: true });
  return writeIndex;
}
