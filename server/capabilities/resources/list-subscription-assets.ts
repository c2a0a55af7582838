import { listSubscriptionAssets } from '@vialkeep/contract/resources.ts';
import { handle } from '../../kernel/http/handle.ts';
import { assetsForPlan } from './assets-for-plan.ts';
import { presentForSubscription } from './resources.present.ts';

export const listSubscriptionAssetsHandler = handle(listSubscriptionAssets, async (call) => {
  const rows = await assetsForPlan(call, call.params.id);
  return rows.map(presentForSubscription);
});
