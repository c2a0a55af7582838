import { Plan } from '@vialkeep/contract/plans.ts';
import type { RecordPart } from '../../kernel/navigation/record-parts.ts';

/** What a lab with a bench finds in a patient's record. Administrators reach the bench from the lab's record. */
export const intakeParts: readonly RecordPart[] = [
  {
    place: 'tab',
    name: 'bench',
    title: 'Bench',
    needs: 'bench.use',
    plans: [Plan.lab],
    load: async () => (await import('./bench-tab.tsx')).BenchTab,
  },
];
