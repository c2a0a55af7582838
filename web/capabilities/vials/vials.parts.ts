import type { RecordPart } from '../../kernel/navigation/record-parts.ts';

const part = { name: 'vials', title: 'Vials', needs: 'vials.read' };

/** The parts that the vials capability adds to a patient's record. */
export const vialsParts: readonly RecordPart[] = [
  { ...part, place: 'form', load: async () => (await import('./vials-panel.tsx')).VialsPanel },
  { ...part, place: 'overview', load: async () => (await import('./stock-plot.tsx')).StockPlot },
  { ...part, place: 'tab', load: async () => (await import('./vials-tab.tsx')).VialsTab },
];
