import { page } from '../../kernel/page.ts';

export const labelsPages = [
  page({
    path: '/fedex-request-label',
    title: 'FedEx Label Request',
    frame: 'framed',
    load: async () => (await import('./request-label.screens.tsx')).RequestLabelScreen,
  }),
  page({
    path: '/fedex-request-label-rhc',
    title: 'FedEx Label Request',
    frame: 'framed',
    load: async () => (await import('./request-label.screens.tsx')).RequestLabelRhcScreen,
  }),
  page({
    path: '/fedex-requests',
    title: 'FedEx Label Request List',
    frame: 'framed',
    load: async () => (await import('./label-requests.screen.tsx')).LabelRequestsScreen,
  }),
];
