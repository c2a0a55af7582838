import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Product, startDemo } from '../../harness/product.ts';

const root = resolve(import.meta.dirname, '../../..');

/** A demo product whose pages have a switch in each file that a feature row names. */
export class SwitchedProduct {
  readonly #product: Product;
  readonly #dataDir: string;

  private constructor(product: Product, dataDir: string) {
    this.#product = product;
    this.#dataDir = dataDir;
  }

  static async start(): Promise<SwitchedProduct> {
    buildSwitchedPages();
    const dataDir = mkdtempSync(join(tmpdir(), 'vialkeep-knock-out-'));
    return new SwitchedProduct(await startDemo({ DATA_DIR: dataDir, SIGN_UPS_PER_HOUR: '1000' }), dataDir);
  }

  get url(): string {
    return `http://localhost:${this.#product.port}`;
  }

  async close(): Promise<void> {
    await this.#product.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** Builds into web/dist without the mark of a build, so that the next `npm start` builds the shipped pages again. */
function buildSwitchedPages(): void {
  const config = join(root, 'tools/check/knock-out/web.config.ts');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'error'], {
    cwd: join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The pages with switches could not be built.');
}
