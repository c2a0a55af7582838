import { cp } from 'node:fs/promises';
import { inject } from 'vitest';
import { newDataDir, type Product, type Start, startProduct } from '../harness/product.ts';
import { policySettings } from './people/second-factor.ts';

/** Starts a product on a copy of the demo network's data: a start that makes this data takes three times as long. */
export async function startDemoCopy(start: Omit<Start, 'dataDir'> = {}): Promise<Product> {
  const settings = { ...policySettings, ...start.settings };
  return startProduct({ ...start, settings, dataDir: await copyDemoData() });
}

/** Returns a folder with the data of a stopped demo; without such data, an empty folder. */
export async function copyDemoData(): Promise<string> {
  const dataDir = newDataDir();
  const prepared = inject('demoData');
  if (prepared !== null) await cp(prepared, dataDir, { recursive: true });
  return dataDir;
}
