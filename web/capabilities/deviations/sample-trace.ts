import { Trace } from '@vialkeep/contract/deviations.ts';

/** A trace that found nothing. */
export const emptyTrace: Trace = {
  counts: { vials: 0, shipments: 0, patients: 0, clinics: 0, orders: 0, batches: 0, arrivals: 0, kits: 0, lots: 0 },
  vials: [],
  shipments: [],
  patients: [],
  clinics: [],
  orders: [],
  batches: [],
  arrivals: [],
  kits: [],
  lots: [],
};

/** A trace with a row in each list. */
export const filledTrace = Trace.parse({
  counts: { vials: 300, shipments: 1, patients: 1, clinics: 1, orders: 1, batches: 1, arrivals: 1, kits: 1, lots: 1 },
  vials: [
    {
      code: 'K7QM-4TXD-9',
      state: 'shipped',
      held: false,
      patient_id: 1030,
      batch_code: '0123-4567-Y',
      order_code: null,
      consignee: { id: 1004, name: 'North Clinic' },
      shipped_on: '2026-01-20',
      tracking_number: '7946',
    },
  ],
  shipments: [
    {
      entry_id: 3,
      shipped_on: '2026-01-20',
      tracking_number: '7946',
      consignee: { id: 1004, name: 'North Clinic' },
      patient_id: 1030,
      vials: 1,
    },
  ],
  patients: [{ patient_id: 1030, vials: 1, shipped: 1 }],
  clinics: [{ id: 1004, name: 'North Clinic', vials: 1, shipped: 1 }],
  orders: [{ order_id: 2, code: '0123-4567-Y', state: 'shipped', patient_id: 1030 }],
  batches: [{ batch_id: 9, code: '0123-4567-Y', state: 'closed', patient_id: 1030 }],
  arrivals: [{ arrival_id: 4, arrived_at: '2026-01-05T09:00:00.000Z', decision: 'accepted', patient_id: 1030 }],
  kits: [{ kit_id: 8, code: '0123-4567-Y', state: 'received' }],
  lots: [{ lot_id: 2, product: 'Harvest kit', lot: 'HK-2411', is_held: true }],
});
