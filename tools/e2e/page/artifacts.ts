import { resolve } from 'node:path';

/** The output folder of a run, not in version control. */
export const ARTIFACTS = resolve(import.meta.dirname, '../../../test-artifacts');
