import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

/** The style guide: every component in its states, with invented data. Available in demo mode. */
export const kitPages = [
  page({
    path: addresses.kit,
    title: 'Kit',
    frame: 'bare',
    load: async () => (await import('./kit-tables.screen.tsx')).KitTablesScreen,
  }),
  page({
    path: addresses.kitStates,
    title: 'Kit: table states',
    frame: 'bare',
    load: async () => (await import('./kit-states.screen.tsx')).KitStatesScreen,
  }),
  page({
    path: addresses.kitForms,
    title: 'Kit: forms',
    frame: 'bare',
    load: async () => (await import('./kit-forms.screen.tsx')).KitFormsScreen,
  }),
  page({
    path: addresses.kitFeedback,
    title: 'Kit: feedback',
    frame: 'bare',
    load: async () => (await import('./kit-feedback.screen.tsx')).KitFeedbackScreen,
  }),
  page({
    path: addresses.kitPlots,
    title: 'Kit: plots and steps',
    frame: 'bare',
    load: async () => (await import('./kit-plots.screen.tsx')).KitPlotsScreen,
  }),
  page({
    path: addresses.kitSamples,
    title: 'Kit: samples',
    frame: 'bare',
    load: async () => (await import('./kit-samples.screen.tsx')).KitSamplesScreen,
  }),
  page({
    path: addresses.kitBench,
    title: 'Kit: bench',
    frame: 'bare',
    load: async () => (await import('./kit-bench.screen.tsx')).KitBenchScreen,
  }),
];
