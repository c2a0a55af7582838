import { Plan } from '@vialkeep/contract/plans.ts';
import { ofChosenLab } from '../../components/bench/choice/of-chosen-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const benchPages = [
  page({
    path: addresses.bench,
    title: 'Bench',
    frame: 'framed',
    onlyStoredPlans: [Plan.lab, Plan.admin, Plan.superAdmin],
    needsRight: 'bench.use',
    load: async () => ofChosenLab((await import('./bench.screen.tsx')).BenchScreen),
  }),
  page({
    path: addresses.vialPassport,
    title: 'Vial',
    frame: 'framed',
    onlyStoredPlans: [
      Plan.lab,
      Plan.generalMember,
      Plan.salesRep,
      Plan.harvestCenter,
      Plan.referralCenter,
      Plan.salesManager,
      Plan.admin,
      Plan.salesDistributor,
      Plan.superAdmin,
      Plan.salesAffiliate,
      Plan.patientsList,
    ],
    load: async () => (await import('./passport.screen.tsx')).PassportScreen,
  }),
];
