import { Plan } from '@vialkeep/contract/plans.ts';
import { ofChosenLab } from '../../components/bench/choice/of-chosen-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const onlyStoredPlans = [Plan.lab, Plan.admin, Plan.superAdmin];

export const intakePages = [
  page({
    path: addresses.benchLots,
    title: 'Lots and Kits',
    frame: 'framed',
    onlyStoredPlans,
    load: async () => ofChosenLab((await import('./lots.screen.tsx')).LotsScreen),
  }),
  page({
    path: addresses.harvestDay,
    title: 'Harvest Day',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter],
    load: async () => (await import('./harvest-day.screen.tsx')).HarvestDayScreen,
  }),
  page({
    path: addresses.benchArrivals,
    title: 'Arrivals',
    frame: 'framed',
    onlyStoredPlans,
    load: async () => ofChosenLab((await import('./arrivals.screen.tsx')).ArrivalsScreen),
  }),
  page({
    path: addresses.benchNewArrival,
    title: 'Receive a Parcel',
    frame: 'framed',
    onlyStoredPlans,
    load: async () => ofChosenLab((await import('./new-arrival.screen.tsx')).NewArrivalScreen),
  }),
  page({
    path: addresses.benchBatches,
    title: 'Batches',
    frame: 'framed',
    onlyStoredPlans,
    load: async () => ofChosenLab((await import('./batches.screen.tsx')).BatchesScreen),
  }),
  page({
    path: addresses.benchBatch,
    title: 'Batch',
    frame: 'framed',
    onlyStoredPlans,
    load: async () => (await import('./batch.screen.tsx')).BatchScreen,
  }),
];
