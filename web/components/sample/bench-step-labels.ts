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

/** The steps at the bench in plain words. */
export const benchStepLabels = {
  staff: {
    'kit.used': 'Kit used at the harvest',
    'tissue.received': 'Tissue accepted at the lab',
    'tissue.rejected': 'Tissue rejected at the lab',
    'batch.opened': 'Batch opened',
    'batch.lot_used': 'Lot used in the batch',
    'batch.closed': 'Batch closed',
    'qc.recorded': 'Test result recorded',
    'bench.placed': 'Put into its position',
    'bench.taken': 'Taken out of its position',
    'bench.quarantined': 'In quarantine',
    'bench.released': 'Released from quarantine',
    'bench.found': 'Found again',
    'bench.reserved': 'Reserved for an order',
    'bench.freed': 'Freed from an order',
    'bench.picked': 'Picked for an order',
    'bench.packed': 'Packed for an order',
    'bench.undone': 'Last step taken back',
    'order.delivered': 'Order delivered',
    'vials.discarded': 'Discarded',
    'deviation.touched': 'Touched by a deviation',
  },
  patient: {
    'kit.used': 'Tissue taken at your clinic',
    'tissue.received': 'Your tissue arrived at the lab',
    'tissue.rejected': 'Your tissue could not be used',
    'batch.opened': 'Processing started',
    'batch.lot_used': 'Processing went on',
    'batch.closed': 'Processing finished',
    'qc.recorded': 'Tested',
    'bench.placed': 'Put into storage',
    'bench.taken': 'Taken out for handling',
    'bench.quarantined': 'Being checked',
    'bench.released': 'Checked',
    'bench.found': 'Put back into storage',
    'bench.reserved': 'Reserved for an order',
    'bench.freed': 'Freed from an order',
    'bench.picked': 'Picked for an order',
    'bench.packed': 'Packed for an order',
    'bench.undone': 'Last step corrected',
    'order.delivered': 'Order delivered',
    'vials.discarded': 'Discarded',
    'deviation.touched': 'Being checked',
  },
} satisfies Record<CustodyReader, Record<BenchKind, string>>;
