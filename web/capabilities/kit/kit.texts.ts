import * as addresses from '../../kernel/navigation/addresses.ts';

export const kitTexts = {
  pages: 'Pages of the kit',
  links: [
    [addresses.kit, 'Tables'],
    [addresses.kitStates, 'Table states'],
    [addresses.kitForms, 'Forms'],
    [addresses.kitFeedback, 'Feedback'],
    [addresses.kitPlots, 'Plots and steps'],
    [addresses.kitSamples, 'Samples'],
    [addresses.kitBench, 'Bench'],
  ] as const,
  scheme: 'Light or dark',
  density: 'Density',
};
