import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const onlyStoredPlans = [Plan.admin, Plan.superAdmin];

export const importsPages = [
  page({
    path: addresses.imports,
    title: 'Imports',
    frame: 'framed',
    onlyStoredPlans,
    load: async () => (await import('./imports.screen.tsx')).ImportsScreen,
  }),
  page({
    path: addresses.oneImport,
    title: 'Import',
    frame: 'framed',
    onlyStoredPlans,
    load: async () => (await import('./import.screen.tsx')).ImportScreen,
  }),
];
