import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const labelsPages = [
  page({
    path: addresses.requestLabel,
    title: 'FedEx Label Request',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.staff],
    load: async () => (await import('./request-label.screens.tsx')).RequestLabelScreen,
  }),
  page({
    path: addresses.requestReferralLabel,
    title: 'FedEx Label Request',
    frame: 'framed',
    onlyStoredPlans: [Plan.referralCenter],
    load: async () => (await import('./request-label.screens.tsx')).RequestLabelRhcScreen,
  }),
  page({
    path: addresses.labelRequests,
    title: 'FedEx Label Request List',
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./label-requests.screen.tsx')).LabelRequestsScreen,
  }),
];
