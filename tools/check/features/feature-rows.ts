import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** A feature of the product and the main files that implement it. */
export type FeatureRow = {
  readonly id: string;
  readonly name: string;
  readonly area: string;
  readonly lives: string[];
};

/** Area → number → the name and the paths. */
const Features = z.record(z.string(), z.record(z.string().regex(/^F\d{3}$/), z.tuple([z.string()], z.string())));

/** All rows of docs/features.json, by number. */
export const featureRows: readonly FeatureRow[] = Object.entries(readFeatures()).flatMap(([area, rows]) =>
  Object.entries(rows).map(([id, [name, ...lives]]) => ({ id, name, area, lives: lives.map(inFull) })),
);

function readFeatures(): z.infer<typeof Features> {
  return Features.parse(JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../docs/features.json'), 'utf8')));
}

/** Expands `server:` and `web:` to the folders of capabilities. */
function inFull(path: string): string {
  return path.replace(/^(server|web):/, '$1/capabilities/');
}
