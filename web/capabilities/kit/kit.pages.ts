import { page } from '../../kernel/navigation/page.ts';

/** The style guide: every component in its states, with invented data. Available in demo mode. */
export const kitPages = [
  page({
    path: '/dev/kit',
    title: 'Kit',
    frame: 'bare',
    load: async () => (await import('./kit-tables.screen.tsx')).KitTablesScreen,
  }),
  page({
    path: '/dev/kit/states',
    title: 'Kit: table states',
    frame: 'bare',
    load: async () => (await import('./kit-states.screen.tsx')).KitStatesScreen,
  }),
  page({
    path: '/dev/kit/forms',
    title: 'Kit: forms',
    frame: 'bare',
    load: async () => (await import('./kit-forms.screen.tsx')).KitFormsScreen,
  }),
  page({
    path: '/dev/kit/feedback',
    title: 'Kit: feedback',
    frame: 'bare',
    load: async () => (await import('./kit-feedback.screen.tsx')).KitFeedbackScreen,
  }),
  page({
    path: '/dev/kit/plots',
    title: 'Kit: plots and steps',
    frame: 'bare',
    load: async () => (await import('./kit-plots.screen.tsx')).KitPlotsScreen,
  }),
  page({
    path: '/dev/kit/samples',
    title: 'Kit: samples',
    frame: 'bare',
    load: async () => (await import('./kit-samples.screen.tsx')).KitSamplesScreen,
  }),
];
