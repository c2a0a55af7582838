import { Plan } from '@vialkeep/contract/plans.ts';
import { ofChosenLab } from '../../components/bench/choice/of-chosen-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const ofBench = { frame: 'framed', onlyStoredPlans: [Plan.lab, Plan.admin, Plan.superAdmin] } as const;

export const deviationsPages = [
  page({
    ...ofBench,
    path: addresses.deviations,
    title: 'Deviations',
    needsRight: 'bench.use',
    load: async () => ofChosenLab((await import('./deviations.screen.tsx')).DeviationsScreen),
  }),
  page({
    ...ofBench,
    path: addresses.deviation,
    title: 'Deviation',
    needsRight: 'bench.use',
    load: async () => (await import('./deviation.screen.tsx')).DeviationScreen,
  }),
];
