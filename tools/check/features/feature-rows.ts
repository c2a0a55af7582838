import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** What somebody can do with the product, and the files it is read in first. */
export type FeatureRow = {
  readonly id: string;
  readonly name: string;
  readonly area: string;
  readonly lives: string[];
};

/** Area → number → what it is called and where it lives. */
const Features = z.record(z.string(), z.record(z.string().regex(/^F\d{3}$/), z.tuple([z.string()], z.string())));

/** Every row there has to be, by number, as docs/features.json lists them. */
export const featureRows: readonly FeatureRow[] = Object.entries(readFeatures()).flatMap(([area, rows]) =>
  Object.entries(rows).map(([id, [name, ...lives]]) => ({ id, name, area, lives: lives.map(inFull) })),
);

function readFeatures(): z.infer<typeof Features> {
  return Features.parse(JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../docs/features.json'), 'utf8')));
}

/** `server:` and `web:` stand for the folders of capabilities there. */
function inFull(path: string): string {
  return path.replace(/^(server|web):/, '$1/capabilities/');
}
