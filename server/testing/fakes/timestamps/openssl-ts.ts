import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWithApt } from '../../servers/install-with-apt.ts';

/** Runs `openssl` with the named files in its folder. The program is independent of the product's libraries. */
export function runOpenssl(
  files: Readonly<Record<string, Buffer | string>>,
  args: readonly string[],
): { status: number | null; output: string; stdout: Buffer } {
  requireOpenssl();
  const folder = mkdtempSync(join(tmpdir(), 'vialkeep-openssl-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { status, stdout, stderr, error } = spawnSync('openssl', args, { cwd: folder, timeout: 60_000 });
    if (error) throw error;
    return { status, stdout, output: Buffer.concat([stdout, stderr]).toString() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Stamped = {
  /** The stamped bytes, or their SHA-256 as hexadecimal digits. */
  readonly data: Buffer | string;
  readonly token: Buffer;
  readonly authority: string;
};

/** Whether `openssl ts -verify` accepts a stamp. */
export function isAcceptedByOpenssl({ data, token, authority }: Stamped): boolean {
  const about = typeof data === 'string' ? ['-digest', data] : ['-data', 'data'];
  const files = { data, 'stamp.tsr': token, 'authority.pem': authority };
  const args = ['ts', '-verify', ...about, '-in', 'stamp.tsr', '-CAfile', 'authority.pem'];
  const { status, output } = runOpenssl(files, args);
  return status === 0 && output.includes('Verification: OK');
}

/** Installs it where that is possible without a prompt; a check never passes because its program is missing. */
function requireOpenssl(): void {
  if (isFound || isInstalled()) return;
  installWithApt('openssl');
  if (!isInstalled()) throw new Error('openssl was not found, and what it checks cannot be left out.');
}

let isFound = false;

function isInstalled(): boolean {
  isFound = spawnSync('openssl', ['version']).error === undefined;
  return isFound;
}
