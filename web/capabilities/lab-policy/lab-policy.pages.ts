import { Plan } from '@vialkeep/contract/plans.ts';
import { ofChosenLab } from '../../components/bench/choice/of-chosen-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const labPolicyPages = [
  page({
    path: addresses.benchSettings,
    title: 'Bench settings',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => ofChosenLab((await import('./lab-settings.screen.tsx')).LabSettingsScreen),
  }),
  page({
    path: addresses.benchOperators,
    title: 'Operators',
    frame: 'framed',
    onlyStoredPlans: [Plan.lab, Plan.admin, Plan.superAdmin],
    load: async () => ofChosenLab((await import('./operators.screen.tsx')).OperatorsScreen),
  }),
];
