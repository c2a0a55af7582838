import { readAsset } from '@vialkeep/contract/resources.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentAsset } from './resources.present.ts';
import { keptAsset } from './resources.queries.ts';

export const readAssetHandler = handle(readAsset, async ({ actor, db, params }) =>
  presentAsset(await keptAsset(db, actor, params.id)),
);
