import { cp } from 'node:fs/promises';

/** The folder with the data of a stopped demo, which `npm test` makes once for all of its steps. */
export const PREPARED_DEMO = 'PREPARED_DEMO';

/** Copies the prepared data into an empty folder, because making it takes far longer. Without such data, does nothing. */
export async function copyPreparedDemo(dataDir: string): Promise<boolean> {
  const prepared = process.env[PREPARED_DEMO];
  if (prepared) await cp(prepared, dataDir, { recursive: true });
  return Boolean(prepared);
}
