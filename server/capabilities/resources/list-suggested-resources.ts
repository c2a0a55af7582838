import { listSuggestedResources } from '@vialkeep/contract/resources.ts';
import { handle } from '../../kernel/http/handle.ts';
import { assetsForPlan } from './assets-for-plan.ts';
import { presentSuggested } from './resources.present.ts';
import { sectionFits } from './section-fits.ts';

export const listSuggestedResourcesHandler = handle(listSuggestedResources, async (call) => {
  const rows = await assetsForPlan(call, call.params.id);
  return rows
    .filter(({ sections }) => sections.some(({ url }) => sectionFits(url, call.body.url)))
    .map(presentSuggested);
});
