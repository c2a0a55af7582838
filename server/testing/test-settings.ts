import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pages } from '../kernel/http/pages.ts';
import { readSettings, type Settings } from '../kernel/settings.ts';

/** The defaults, whatever the machine's environment says. */
export function testSettings(dataDir: string, changed: Record<string, string> = {}): Settings {
  return readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_POOL: '4', ...changed }, dataDir);
}

/** The same server, another database. */
export function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

const root = join(tmpdir(), 'vialkeep-test-pages');
mkdirSync(root, { recursive: true });
writeFileSync(join(root, 'index.html'), '');

/** A page in place of the built application: what is tested here is the server. */
export const noPages: Pages = { version: 'test-build', html: '<!doctype html><title>Page</title><!--site-->', root };
