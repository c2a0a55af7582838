import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

export const labelsPages = [
  page({
    path: '/fedex-request-label',
    title: 'FedEx Label Request',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.staff],
    load: async () => (await import('./request-label.screens.tsx')).RequestLabelScreen,
  }),
  page({
    path: '/fedex-request-label-rhc',
    title: 'FedEx Label Request',
    frame: 'framed',
    onlyStoredPlans: [Plan.referralCenter],
    load: async () => (await import('./request-label.screens.tsx')).RequestLabelRhcScreen,
  }),
  page({
    path: '/fedex-requests',
    title: 'FedEx Label Request List',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./label-requests.screen.tsx')).LabelRequestsScreen,
  }),
];
