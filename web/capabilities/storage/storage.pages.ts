import { Plan } from '@vialkeep/contract/plans.ts';
import { ofChosenLab } from '../../components/bench/choice/of-chosen-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const ofBench = {
  frame: 'framed',
  onlyStoredPlans: [Plan.lab, Plan.admin, Plan.superAdmin],
  needsRight: 'bench.use',
} as const;

const loadStorage = async () => (await import('./storage.screen.tsx')).StorageScreen;
const loadStorageOfLab = async () => ofChosenLab((await import('./storage.screen.tsx')).StorageScreen);

export const storagePages = [
  page({ path: addresses.storage, title: 'Storage', ...ofBench, load: loadStorageOfLab }),
  page({ path: addresses.storagePlace, title: 'Storage', ...ofBench, load: loadStorage }),
  page({
    path: addresses.stockCounts,
    title: 'Stock Counts',
    ...ofBench,
    load: async () => ofChosenLab((await import('./stock-counts.screen.tsx')).StockCountsScreen),
  }),
  page({
    path: addresses.stockCount,
    title: 'Stock Count',
    ...ofBench,
    load: async () => (await import('./stock-count.screen.tsx')).StockCountScreen,
  }),
];
