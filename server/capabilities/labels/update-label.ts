import { updateLabel } from '@vialkeep/contract/labels.ts';
import { handle } from '../../kernel/http/handle.ts';
import { brokenLabels, saveLabel } from './save-label.ts';

export const updateLabelHandler = handle(
  updateLabel,
  ({ actor, params, body, write }) =>
    write(async (work) => {
      const { id, version } = await saveLabel(work, actor, params.id, body);
      return { id, version };
    }),
  brokenLabels,
);
