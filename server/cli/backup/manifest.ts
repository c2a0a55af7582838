import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupProblem } from '../../kernel/startup-problem.ts';

const Part = z.object({ path: z.string(), sha256: z.string() });

/** The contents of a backup. It is written last: a folder without it is not a complete backup. */
export const Manifest = z.object({
  /** 1: rows as lines of JSON, by earlier versions. 2: rows in the text format of COPY. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** The time of the snapshot. */
  taken_at: z.iso.datetime({ offset: true }),
  migrations: z.array(z.object({ number: z.number().int(), name: z.string(), sha256: z.string() })),
  /** `columns`: the order of the values in a row; lines of JSON name their columns themselves. */
  tables: z.array(Part.extend({ name: z.string(), rows: z.number().int(), columns: z.array(z.string()).optional() })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** 's3': the uploads are in the S3 store and not part of the backup. */
  uploads: z.enum(['disk', 's3']),
  files: z.array(Part),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST = 'manifest.json';

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new StartupProblem(`There is no backup in ${folder}, or it was not finished: ${MANIFEST} is missing.`);
  });
  const manifest = Manifest.safeParse(parseJsonOrNull(text));
  if (!manifest.success) throw new StartupProblem(`The ${MANIFEST} in ${folder} cannot be read by this Vialkeep.`);
  return manifest.data;
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
