import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const keyHolders = [Plan.lab, Plan.harvestCenter, Plan.referralCenter, Plan.admin, Plan.superAdmin];

export const apiKeysPages = [
  page({
    path: addresses.connections,
    title: 'Connections',
    frame: 'framed',
    onlyStoredPlans: keyHolders,
    load: async () => (await import('./connections.screen.tsx')).ConnectionsScreen,
  }),
  page({
    path: addresses.documentation,
    title: 'Documentation',
    frame: 'framed',
    onlyStoredPlans: keyHolders,
    load: async () => (await import('./documentation.screen.tsx')).DocumentationScreen,
  }),
];
