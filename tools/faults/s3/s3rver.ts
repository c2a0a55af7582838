import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../harness/product.ts';
import { killProcess, type S3Server, type S3Traits, waitForAnswer } from './s3-server.ts';

const VERSION = '3.7.1';

/** It reads the key id and the time of a signature of version 4, and it writes into the file that it replaces. */
export const s3rverTraits: S3Traits = { comparesSignatures: false, replacesAtomically: false };

/** s3rver of npm in a folder of its own, because its packages are too old for the lock file (0081). */
export async function startS3rver(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-s3rver-'));
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', `s3rver@${VERSION}`];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`s3rver ${VERSION} cannot be installed.\n${stderr}`);

  const bucket = 'vialkeep-files';
  const port = await freePort();
  const program = join(folder, 'node_modules/s3rver/bin/s3rver.js');
  const start = async (): Promise<ChildProcess> => {
    const options = ['--directory', join(folder, 'store'), '--address', '127.0.0.1', '--port', String(port)];
    const server = spawn(
      process.execPath,
      [program, ...options, '--silent', '--no-vhost-buckets', '--configure-bucket', bucket],
      { stdio: 'ignore' },
    );
    await waitForAnswer(port);
    return server;
  };
  let server = await start();
  const kill = () => killProcess(server);
  return {
    keys: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' },
    bucket,
    port: () => port,
    kill,
    async startAgain() {
      server = await start();
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
