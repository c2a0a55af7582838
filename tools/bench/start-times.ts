import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '../harness/product.ts';
import { median } from '../harness/quantile.ts';

export type StartTimes = { readonly coldMs: number; readonly warmMs: number };

/** Measures the time from process start to ready: with an empty data folder, and with everything in place. */
export async function startTimes(warmStarts: number): Promise<StartTimes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-bench-start-'));
  const startOnce = async () => {
    const product = await startDemo({ DATA_DIR: dataDir });
    await product.stop();
    return product.readyAfterMs;
  };
  try {
    const coldMs = await startOnce();
    const warm: number[] = [];
    for (let start = 0; start < warmStarts; start += 1) warm.push(await startOnce());
    return { coldMs, warmMs: median(warm) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
