import type { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import type { useIntakeLab } from './use-intake-lab.ts';

/** What every step at the bench needs: the lab, and the band that says whether it was done. */
export type BenchStep = {
  readonly lab: ReturnType<typeof useIntakeLab>;
  readonly said: ReturnType<typeof useScanFeedback>;
};
