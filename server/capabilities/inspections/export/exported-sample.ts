import type { SampleFile } from '@vialkeep/contract/inspections.ts';
import type { z } from 'zod';
import type { Inspector } from '../inspector.ts';
import type { DocumentRow } from '../sample/load-sample.ts';

/** What an export is made of. */
export type ExportedSample = {
  readonly inspector: Inspector;
  readonly file: z.input<typeof SampleFile>;
  /** Empty where documents are listed and not shown. */
  readonly documents: readonly DocumentRow[];
  readonly at: Date;
};
