import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Podman } from './podman.ts';

const DEBIAN = 'localhost/debian-slim';
/** The npm that belongs to Node 24. */
const NPM = 'npm@11';

/** Makes the image that the container file begins with: Debian's packages, this project's Node, and npm. */
export async function buildBaseImage(podman: Podman, folder: string, image: string): Promise<void> {
  const archive = join(folder, 'debian.tar');
  requireSuccess('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', archive]);
  podman.run('import', archive, DEBIAN);

  const layer = join(folder, 'base', 'layer');
  await mkdir(join(layer, 'usr/local/bin'), { recursive: true });
  await copyFile(process.execPath, join(layer, 'usr/local/bin/node'));
  requireSuccess('npm', ['install', '--global', '--prefix', join(layer, 'usr/local'), '--no-fund', NPM]);
  const lines = [`FROM ${DEBIAN}`, 'COPY layer/ /'];
  // A machine may reach npm through a proxy with a certificate authority of its own.
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  if (authority) {
    await copyFile(authority, join(layer, 'usr/local/authority.pem'));
    lines.push('ENV NODE_EXTRA_CA_CERTS=/usr/local/authority.pem');
  }
  const file = join(folder, 'base', 'Containerfile');
  await writeFile(file, lines.join('\n'));
  podman.build(file, image, join(folder, 'base'));
}

function requireSuccess(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed.\n${stderr}`);
}
