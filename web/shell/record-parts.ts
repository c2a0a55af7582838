import { documentsParts } from '../capabilities/documents/documents.parts.ts';
import { vialsParts } from '../capabilities/vials/vials.parts.ts';
import type { RecordPart } from '../kernel/navigation/record-parts.ts';

/** What capabilities add to a patient's record, in the order of its tabs. A capability's list is added here. */
export const recordParts: readonly RecordPart[] = [...vialsParts, ...documentsParts];
