import { Plan } from '@vialkeep/contract/plans.ts';
import { ofChosenLab } from '../../components/bench/choice/of-chosen-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const ofBench = { frame: 'framed', onlyStoredPlans: [Plan.lab, Plan.admin, Plan.superAdmin] } as const;

export const releasePages = [
  page({
    ...ofBench,
    path: addresses.benchRelease,
    title: 'Release',
    needsRight: 'bench.use',
    load: async () => ofChosenLab((await import('./release.screen.tsx')).ReleaseScreen),
  }),
  page({
    ...ofBench,
    path: addresses.benchDiscard,
    title: 'Discard Vials',
    needsRight: 'bench.use',
    load: async () => ofChosenLab((await import('./discard.screen.tsx')).DiscardScreen),
  }),
];
