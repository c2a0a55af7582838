import { listLabels } from '@vialkeep/contract/labels.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentLabel } from './labels.present.ts';
import { administeredBy, labelRows } from './labels.queries.ts';

/** Requests without a label come first, the oldest on top; then the others, newest first. */
export const listLabelsHandler = handle(listLabels, async ({ actor, db, services }) => {
  const rows = await labelRows(db).where(administeredBy(actor)).orderBy('labels.id', 'desc').execute();
  const hasCarrier = services.carrier !== null;
  const waiting = rows.filter(({ file }) => file === null).toReversed();
  return [...waiting, ...rows.filter(({ file }) => file !== null)].map((row) => presentLabel(row, { hasCarrier }));
});
