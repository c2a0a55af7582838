import { page } from '../../kernel/navigation/page.ts';

export const transactionsPages = [
  page({
    path: '/all-transaction-report',
    title: 'All Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./all-transactions.screen.tsx')).AllTransactionsScreen,
  }),
  page({
    path: '/hc-transaction-history',
    title: 'My Transactions History',
    frame: 'framed',
    onlyStoredPlans: [4],
    load: async () => (await import('./center-history.screen.tsx')).CenterHistoryScreen,
  }),
  page({
    path: '/my-transaction-report',
    title: 'My Transaction Report',
    frame: 'framed',
    onlyStoredPlans: [3],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).RepReportScreen,
  }),
  page({
    path: '/team-transaction-report',
    title: 'Team Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [6],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).ManagerReportScreen,
  }),
  page({
    path: '/manager-teams-transaction-report',
    title: 'Team Transactions Report',
    frame: 'framed',
    onlyStoredPlans: [8],
    load: async () => (await import('./reports/sales-reports.screens.tsx')).DistributorReportScreen,
  }),
];
