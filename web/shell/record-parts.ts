import { documentsParts } from '../capabilities/documents/documents.parts.ts';
import { intakeParts } from '../capabilities/intake/intake.parts.ts';
import { vialsParts } from '../capabilities/vials/vials.parts.ts';
import type { RecordPart } from '../kernel/navigation/record-parts.ts';

/** The parts that capabilities add to a patient's record, in tab order. Each capability adds its list here. */
export const recordParts: readonly RecordPart[] = [...vialsParts, ...documentsParts, ...intakeParts];
