import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const inspectionsPages = [
  page({
    path: addresses.securityInspections,
    title: 'Inspections',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./inspections.screen.tsx')).InspectionsScreen,
  }),
  page({
    path: addresses.inspection,
    title: 'Inspection',
    frame: 'bare',
    background: 'purplePink',
    load: async () => (await import('./inspection.screen.tsx')).InspectionScreen,
  }),
];
