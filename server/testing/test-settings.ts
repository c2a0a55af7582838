import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pages } from '../kernel/http/pages.ts';
import { readSettings, type Settings } from '../kernel/settings/settings.ts';

/** Databases are copied between folders, and their sealed values must stay readable. */
const DATA_KEY = '5'.repeat(64);

/** The defaults, independent of the machine's environment; a slow machine refuses no call as busy. */
export function testSettings(dataDir: string, changed: Record<string, string> = {}): Settings {
  const always = {
    DATA_DIR: dataDir,
    DATA_KEY,
    LOG_LEVEL: 'silent',
    LOG_BUFFER_MS: '0',
    DATABASE_POOL: '4',
    ANSWERS: 'parsed',
    DATABASE_WAIT_MS: '120000',
    ADMIT_WAIT_MS: '0',
  };
  return readSettings({ ...always, ...changed }, dataDir);
}

/** The address of another database on the same server. */
export function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

const root = join(tmpdir(), 'vialkeep-test-pages');
mkdirSync(root, { recursive: true });
writeFileSync(join(root, 'index.html'), '');

/** A page in place of the built application: these tests cover the server. */
export const noPages: Pages = { version: 'test-build', html: '<!doctype html><title>Page</title><!--site-->', root };
