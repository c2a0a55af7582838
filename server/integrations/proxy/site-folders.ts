import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { FolderUnwritable, type SiteFolders } from '../../ports/site-folders.ts';
import { serverBlock } from './server-block.ts';

type Options = {
  readonly dataDir: string;
  readonly upstream: string;
  readonly ports?: { readonly http: number; readonly https: number };
};

export function openSiteFolders({ dataDir, upstream, ports = { http: 80, https: 443 } }: Options): SiteFolders {
  const root = join(dataDir, 'sites');
  const inside = (id: DomainId, ...parts: string[]) => join(root, String(id), ...parts);
  const paths = (id: DomainId) => ({ chain: inside(id, 'tls', 'chain.pem'), key: inside(id, 'tls', 'key.pem') });

  const writeServerBlock = async (id: DomainId, host: string) => {
    const certificate = (await exists(paths(id).chain)) && (await exists(paths(id).key)) ? paths(id) : null;
    await replace(inside(id, 'site.json'), `${JSON.stringify({ id, host })}\n`, 0o644);
    await replace(inside(id, 'nginx.conf'), serverBlock({ host, upstream, ports, certificate }), 0o644);
    // A file that changes with every change of a site; the systemd unit that copies sites to nginx watches it.
    await replace(join(root, 'changed'), `${new Date().toISOString()}\n`, 0o644);
  };

  return {
    create: (id) =>
      mapWriteErrors(async () => {
        await mkdir(inside(id), { recursive: true, mode: 0o755 });
        await mkdir(inside(id, 'tls'), { recursive: true, mode: 0o700 });
      }),
    writeServerBlock: (id, host) => mapWriteErrors(() => writeServerBlock(id, host)),
    completeFolder: (id, host) =>
      mapWriteErrors(async () => {
        if (await exists(inside(id, 'site.json'))) return;
        if (await exists(inside(id, 'nginx.conf'))) await writeServerBlock(id, host);
      }),
    writeCertificate: (id, host, { chain, key }) =>
      mapWriteErrors(async () => {
        await replace(paths(id).key, key, 0o600);
        await replace(paths(id).chain, chain, 0o644);
        await writeServerBlock(id, host);
      }),
  };
}

/** Replaces the file atomically. */
async function replace(path: string, content: string, mode: number): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(fresh, content, { mode, flag: 'wx', flush: true });
    await rename(fresh, path);
  } finally {
    await rm(fresh, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}

async function mapWriteErrors(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new FolderUnwritable(`The folder of a site cannot be written (${String(error.code)}).`, { cause: error });
  }
}
