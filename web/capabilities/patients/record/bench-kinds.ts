import type { CustodyKind } from '@vialkeep/contract/custody.ts';

/** Who reads the chain: a patient reads other words than the people who work with the sample. */
export type CustodyReader = 'patient' | 'staff';

export type BenchKind = Extract<
  CustodyKind,
  | `bench.${string}`
  | `kit.${string}`
  | `tissue.${string}`
  | `batch.${string}`
  | `qc.${string}`
  | `deviation.${string}`
  | 'order.delivered'
  | 'vials.discarded'
>;
