import { readLabel } from '@vialkeep/contract/labels.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentLabel } from './labels.present.ts';
import { administeredLabel } from './labels.queries.ts';

export const readLabelHandler = handle(readLabel, async ({ actor, db, params, services }) =>
  presentLabel(await administeredLabel(db, actor, params.id), { hasCarrier: services.carrier !== null }),
);
