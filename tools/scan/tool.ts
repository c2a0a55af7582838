import { spawn, spawnSync } from 'node:child_process';

export type Said = { readonly code: number; readonly output: string };

/** Runs a tool to its end and returns its output. */
export function runTool(program: string, args: readonly string[], cwd: string): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    child.on('error', (error) => reject(new Error(`${program} is not installed (${error.message}).`)));
    child.on('close', (code) => resolve({ code: code ?? -1, output: Buffer.concat(parts).toString() }));
  });
}

/** Returns the first version number in the tool's output. */
export function versionOf(program: string, ...args: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw new Error(`${program} is not installed; on Debian: apt-get install sqlmap wapiti ffuf sslscan`);
  return /\d+\.\d+(?:\.\d+)?/.exec(stdout + stderr)?.[0] ?? 'unknown';
}
