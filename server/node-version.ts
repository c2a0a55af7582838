import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartupProblem } from './kernel/startup-problem.ts';

/** An installation without scripts silently falls back to the machine's Node; this reports the version. */
export function requireSupportedNode(): void {
  const manifest: unknown = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'));
  const wanted = pinOf(manifest);
  if (process.versions.node !== wanted) {
    throw new StartupProblem(
      `Vialkeep runs on Node ${wanted}, which npm installs with it, but this is ${process.versions.node}; ` +
        'start it with `npm start`, and install without --ignore-scripts.',
    );
  }
}

function pinOf(manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) return undefined;
  const { dependencies } = manifest;
  if (typeof dependencies !== 'object' || dependencies === null || !('node' in dependencies)) return undefined;
  return typeof dependencies.node === 'string' ? dependencies.node : undefined;
}
