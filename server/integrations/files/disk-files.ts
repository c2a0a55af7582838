import { mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asStorageFailure, prepareIncoming, receive } from '../../kernel/files/incoming.ts';
import { type Files, requireStoredName } from '../../ports/files.ts';

/** Files in a local folder. A name appears only when its bytes are on the disk. */
export async function diskFiles(root: string): Promise<Files> {
  // No stored name begins with a dot, so this folder never collides with one. It must be on the same disk as the rest.
  const incoming = join(root, '.incoming');
  await prepareIncoming(incoming);

  return {
    kind: 'disk',
    async put(name, bytes) {
      const target = join(root, requireStoredName(name));
      const path = await receive(incoming, bytes);
      try {
        const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        if (made) await keepNames(root);
        await rename(path, target);
        await keepNames(dirname(target));
      } catch (error) {
        await rm(path, { force: true });
        throw asStorageFailure(error);
      }
    },
    async open(name) {
      const file = await unlessMissing(open(join(root, requireStoredName(name)), 'r'));
      if (!file) return null;
      try {
        const { size } = await file.stat();
        return { stream: file.createReadStream(), bytes: size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async remove(name) {
      await unlessMissing(unlink(join(root, requireStoredName(name))));
    },
  };
}

/** After a power cut a folder may lose a new name unless the folder itself was synced. */
async function keepNames(folder: string) {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlessMissing<Result>(act: Promise<Result>): Promise<Result | null> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
