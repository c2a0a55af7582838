import { chmod, mkdir } from 'node:fs/promises';
import { startDemo } from '../harness/product.ts';

/** Makes the data of a demo in the folder that the command names, and leaves no process behind. */
const [, , folder = ''] = process.argv;
await mkdir(folder, { recursive: true });
// The database may run as another user than root.
await chmod(folder, 0o755);
const { exitCode } = await (await startDemo({ DATA_DIR: folder })).stop();
process.exit(exitCode === 0 ? 0 : 1);
