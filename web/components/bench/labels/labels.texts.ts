export const labelsTexts = {
  title: (count: number) => (count === 1 ? 'Print the label' : `Print ${count} labels`),
  format: 'Printer',
  formats: { sheet: 'Letter sheet', roll: 'Label roll', zpl: 'Zebra file' },
  startAt: 'First free label of the sheet (1 to 85)',
  startAtProblem: 'Enter a number from 1 to 85.',
  reason: 'Why are they printed again?',
  print: 'Get the file',
  cancel: 'Cancel',
  done: (name: string) => `${name} is saved. Open it to print.`,
} as const;
