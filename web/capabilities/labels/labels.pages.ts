import { page } from '../../kernel/navigation/page.ts';

export const labelsPages = [
  page({
    path: '/fedex-request-label',
    title: 'FedEx Label Request',
    frame: 'framed',
    onlyStoredPlans: [4, 9],
    load: async () => (await import('./request-label.screens.tsx')).RequestLabelScreen,
  }),
  page({
    path: '/fedex-request-label-rhc',
    title: 'FedEx Label Request',
    frame: 'framed',
    onlyStoredPlans: [5],
    load: async () => (await import('./request-label.screens.tsx')).RequestLabelRhcScreen,
  }),
  page({
    path: '/fedex-requests',
    title: 'FedEx Label Request List',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./label-requests.screen.tsx')).LabelRequestsScreen,
  }),
];
