import { readAsset } from '@vialkeep/contract/resources.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentAsset } from './resources.present.ts';
import { administeredAsset } from './resources.queries.ts';

export const readAssetHandler = handle(readAsset, async ({ actor, db, params }) =>
  presentAsset(await administeredAsset(db, actor, params.id)),
);
