import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const accessRecordsPages = [
  page({
    path: addresses.whoSawMyRecord,
    title: 'Who saw my record',
    frame: 'framed',
    load: async () => (await import('./who-saw-my-record.screen.tsx')).WhoSawMyRecordScreen,
  }),
  page({
    path: addresses.securityOpenings,
    title: 'Openings',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./openings.screen.tsx')).OpeningsScreen,
  }),
];
