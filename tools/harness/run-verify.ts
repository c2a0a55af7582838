import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/**
 * Runs `npm run verify` on the data of a product, which may be running (audit chains, ledgers, documents, money), and
 * prints its findings.
 */
export async function runVerify({ settings }: { settings: Readonly<Record<string, string>> }): Promise<boolean> {
  const script = resolve(import.meta.dirname, '../../server/cli/verify.ts');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [script], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0) console.log(said);
  return child.exitCode === 0;
}
