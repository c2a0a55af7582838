export const kitTexts = {
  pages: 'Pages of the kit',
  links: [
    ['/dev/kit', 'Tables'],
    ['/dev/kit/states', 'Table states'],
    ['/dev/kit/forms', 'Forms'],
    ['/dev/kit/feedback', 'Feedback'],
    ['/dev/kit/plots', 'Plots and steps'],
    ['/dev/kit/samples', 'Samples'],
  ] as const,
  scheme: 'Light or dark',
  density: 'Density',
};
