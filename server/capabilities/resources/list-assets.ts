import { listAssets } from '@vialkeep/contract/resources.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentAsset } from './resources.present.ts';
import { assets, keptBy } from './resources.queries.ts';

export const listAssetsHandler = handle(listAssets, async ({ actor, db }) => {
  const rows = await assets(db).where(keptBy(actor)).orderBy('assets.id', 'desc').execute();
  return rows.map(presentAsset);
});
