import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const transactionsPages = [
  page({
    path: addresses.allTransactions,
    title: 'All Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./all-transactions.screen.tsx')).AllTransactionsScreen,
  }),
  page({
    path: addresses.centerHistory,
    title: 'My Transactions History',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./center-history.screen.tsx')).CenterHistoryScreen,
  }),
  page({
    path: addresses.repReport,
    title: 'My Transaction Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesRep],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).RepReportScreen,
  }),
  page({
    path: addresses.managerReport,
    title: 'Team Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesManager],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).ManagerReportScreen,
  }),
  page({
    path: addresses.distributorReport,
    title: 'Team Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesDistributor],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).DistributorReportScreen,
  }),
];
