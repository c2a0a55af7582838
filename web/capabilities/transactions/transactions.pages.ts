import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

export const transactionsPages = [
  page({
    path: '/all-transaction-report',
    title: 'All Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./all-transactions.screen.tsx')).AllTransactionsScreen,
  }),
  page({
    path: '/hc-transaction-history',
    title: 'My Transactions History',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./center-history.screen.tsx')).CenterHistoryScreen,
  }),
  page({
    path: '/my-transaction-report',
    title: 'My Transaction Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesRep],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).RepReportScreen,
  }),
  page({
    path: '/team-transaction-report',
    title: 'Team Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesManager],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).ManagerReportScreen,
  }),
  page({
    path: '/manager-teams-transaction-report',
    title: 'Team Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [Plan.salesDistributor],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).DistributorReportScreen,
  }),
];
