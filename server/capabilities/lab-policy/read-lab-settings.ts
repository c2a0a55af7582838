import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { readLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { handle } from '../../kernel/http/handle.ts';
import { readBenchSettings } from './lab-settings.queries.ts';
import { requireLab } from './require-lab.ts';

export const readLabSettingsHandler = handle(readLabSettings, async ({ access, db, query }) => {
  const lab = await requireLab(access, db, query.lab_id);
  return { lab_id: UserId.parse(lab.id), ...(await readBenchSettings(db, lab.id)) };
});
