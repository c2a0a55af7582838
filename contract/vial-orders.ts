import { z } from 'zod';
import { codeOf } from './bench-codes.ts';
import { benchRefusals, ofLab, ofLabInQuery, scanned, scanRefusals } from './bench-words.ts';
import { PlaceId, UserId, VialOrderId, VialOrderIdInPath } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { makeLabel, ShipmentState } from './labels.ts';
import { NamedVial } from './named-vial.ts';
import { VialEntry } from './vials.ts';

export const ORDERS_PER_PAGE = 25;

export const VialOrderState = z.enum([
  'unpaid',
  /** Too few vials are reserved. */
  'waiting',
  'ready',
  'picking',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
]);
export type VialOrderState = z.infer<typeof VialOrderState>;

/** A vial of an order, and where it lies until it is picked. */
export const OrderedVial = z.object({
  code: z.string(),
  picked: z.boolean(),
  packed: z.boolean(),
  box: z.object({ id: PlaceId, code: z.string(), name: z.string(), path: z.array(z.string()) }).nullable(),
  position: z.number().int().nullable(),
  /** The position as it is printed on the box: B4. */
  label: z.string().nullable(),
});
export type OrderedVial = z.infer<typeof OrderedVial>;

/** What the scans of an order answer: numbers and codes, no names. */
export const VialOrder = z.object({
  id: VialOrderId,
  code: z.string(),
  state: VialOrderState,
  quantity: z.number().int(),
  patient_id: UserId,
  /** In walking order: by the places from the outermost to the innermost, then by position. */
  vials: z.array(OrderedVial),
});
export type VialOrder = z.infer<typeof VialOrder>;

export const VialOrderAction = z.enum(['pick', 'pack', 'ship', 'make_label', 'deliver', 'cancel', 'print_slip']);
export type VialOrderAction = z.infer<typeof VialOrderAction>;

export const VialOrderDetails = VialOrder.extend({
  lab_id: UserId,
  patient: z.object({ id: UserId, name: z.string() }),
  product: z.string(),
  ship_on: z.iso.date().nullable(),
  /** The address on the parcel, line by line. */
  ship_to: z.array(z.string()),
  tracking_number: z.string(),
  tracking_link: z.string(),
  has_label: z.boolean(),
  /** Why the carrier's own list must be looked at before another label is asked for. */
  carrier_doubt: z.string().nullable(),
  shipment: z.object({ state: ShipmentState, words: z.string() }).nullable(),
  delivered_at: z.iso.datetime().nullable(),
  /** Why it is cancelled. */
  reason: z.string(),
  /** Vials that a cancelled order has left without a position. */
  to_put_back: z.array(z.string()),
  version: z.number().int(),
  may: z.array(VialOrderAction),
});
export type VialOrderDetails = z.infer<typeof VialOrderDetails>;

export const ListedVialOrder = VialOrder.omit({ vials: true, patient_id: true }).extend({
  patient: z.object({ id: UserId, name: z.string() }),
  product: z.string(),
  ship_on: z.iso.date().nullable(),
  reserved: z.number().int(),
  picked: z.number().int(),
  packed: z.number().int(),
});
export type ListedVialOrder = z.infer<typeof ListedVialOrder>;

const ofOrder = z.object({ id: VialOrderIdInPath });
const orderOver = { order_over: refusal(409, 'This order is over.') };

export const listVialOrders = route({
  method: 'GET',
  path: '/api/v1/bench/orders/',
  summary: 'The orders of vials at a lab: open ones with the oldest first, or those that have ended',
  access: 'bench.use',
  reads: { what: 'list' },
  query: z.object({
    ...ofLabInQuery,
    show: z.enum(['open', 'ended']).default('open'),
    state: VialOrderState.optional(),
    code: codeOf('order').optional(),
    ...paging(ORDERS_PER_PAGE),
  }),
  answer: pageOf(ListedVialOrder),
  refusals: benchRefusals,
});

export const readVialOrder = route({
  method: 'GET',
  path: '/api/v1/bench/orders/:id/',
  summary: 'An order of vials: its vials in walking order, its parcel and what may be done',
  access: 'bench.use',
  reads: { what: 'record', subjects: ({ patient }) => [patient.id] },
  params: ofOrder,
  query: z.object(ofLabInQuery),
  answer: VialOrderDetails,
  refusals: benchRefusals,
});

export const printPackingSlip = route({
  method: 'GET',
  path: '/api/v1/bench/orders/:id/packing-slip.pdf',
  summary: 'The packing slip of an order: its vials and the address, without a patient’s name',
  access: 'bench.use',
  reads: { what: 'vials' },
  params: ofOrder,
  query: z.object(ofLabInQuery),
  refusals: benchRefusals,
});

export const readOrderLabel = route({
  method: 'GET',
  path: '/api/v1/bench/orders/:id/label.pdf',
  summary: 'The carrier’s label of an order’s parcel',
  access: 'bench.use',
  reads: { what: 'label' },
  params: ofOrder,
  query: z.object(ofLabInQuery),
  refusals: benchRefusals,
});

const scannedVial = z.object({ ...scanned, vial_code: NamedVial });

const vialRefusals = {
  ...scanRefusals,
  ...orderOver,
  wrong_vial: refusal(409, 'This vial is not reserved for this order.'),
  held_vial: refusal(409, 'In quarantine.'),
};

export const pickOrderVial = route({
  method: 'POST',
  path: '/api/v1/bench/orders/:id/pick/',
  summary: 'Take a vial out of its box for the order that has reserved it',
  access: 'bench.use',
  reads: { what: 'vials', subjects: ({ patient_id }) => [patient_id] },
  params: ofOrder,
  body: scannedVial,
  answer: VialOrder,
  refusals: vialRefusals,
});

export const packOrderVial = route({
  method: 'POST',
  path: '/api/v1/bench/orders/:id/pack/',
  summary: 'Scan a picked vial a second time, into the parcel',
  access: 'bench.use',
  reads: { what: 'vials', subjects: ({ patient_id }) => [patient_id] },
  params: ofOrder,
  body: scannedVial,
  answer: VialOrder,
  refusals: { ...vialRefusals, not_picked: refusal(409, 'Pick this vial first.') },
});

export const reportLostVial = route({
  method: 'POST',
  path: '/api/v1/bench/orders/:id/not-found/',
  summary: 'A vial is not where it should be: it is held as missing, and the next one is reserved where there is one',
  access: 'bench.use',
  reads: { what: 'vials', subjects: ({ patient_id }) => [patient_id] },
  params: ofOrder,
  body: scannedVial,
  answer: VialOrder,
  refusals: vialRefusals,
});

export const shipVialOrder = route({
  method: 'POST',
  path: '/api/v1/bench/orders/:id/ship/',
  summary: 'Hand the parcel over: the packed vials become a shipped entry of the patient',
  access: 'bench.use',
  reads: { what: 'vials', subjects: ({ order }) => [order.patient_id] },
  params: ofOrder,
  body: z.object({
    ...scanned,
    /** May be left out where the order has the number of its label. */
    tracking_number: text(100).optional(),
    /** The packed vials, where they are fewer than ordered. */
    quantity_agreed: z.number().int().min(1, 'At least 1.').max(999, 'At most 999.').optional(),
  }),
  answer: z.object({ entry: VialEntry.omit({ note: true }), order: VialOrder }),
  refusals: {
    ...scanRefusals,
    ...orderOver,
    not_packed: refusal(409, 'Nothing is packed yet.'),
    short: refusal(409, 'Fewer vials are packed than ordered. Ship these?'),
    tracking_required: refusal(400, 'Enter the tracking number.'),
  },
});

const { no_destination: _, ...carrierRefusals } = makeLabel.refusals;

/** A label costs money: after a lost answer the carrier is asked again only when the caller has looked (0026). */
export const makeOrderLabel = route({
  method: 'POST',
  path: '/api/v1/bench/orders/:id/make-label/',
  summary: 'Have the carrier make the label of an order’s parcel',
  access: 'bench.use',
  params: ofOrder,
  body: z.object({ ...ofLab, version: z.number().int().positive().optional(), has_looked: z.boolean().optional() }),
  answer: z.object({
    id: VialOrderId,
    version: z.number().int(),
    tracking_number: z.string(),
    alerts: z.array(z.string()),
  }),
  refusals: {
    ...benchRefusals,
    ...orderOver,
    ...carrierRefusals,
    changed_meanwhile: refusal(409, 'This order was changed meanwhile.'),
    has_label: refusal(409, 'This order has a label already.'),
    no_carrier: refusal(409, 'No carrier is set up here. Enter the tracking number instead.'),
    no_address: refusal(409, 'The lab or the recipient has no full address. Enter the tracking number instead.'),
  },
});

export const deliverVialOrder = route({
  method: 'POST',
  path: '/api/v1/bench/orders/:id/deliver/',
  summary: 'Note that a shipped order has arrived',
  access: 'bench.use',
  reads: { what: 'vials', subjects: ({ patient_id }) => [patient_id] },
  params: ofOrder,
  body: z.object(ofLab),
  answer: VialOrder,
  refusals: { ...benchRefusals, ...orderOver, not_shipped: refusal(409, 'This order is not shipped yet.') },
});

export const cancelOpenOrder = route({
  method: 'POST',
  path: '/api/v1/bench/orders/:id/cancel/',
  summary: 'Cancel an order that is not shipped: its vials are free again',
  access: 'bench.use',
  reads: { what: 'vials', subjects: ({ patient_id }) => [patient_id] },
  params: ofOrder,
  body: z.object({ ...ofLab, reason: requiredText('Reason', 1_000) }),
  answer: VialOrder.extend({ to_put_back: z.array(z.string()) }),
  refusals: { ...benchRefusals, ...orderOver },
});

/** The carrier's barcode of 34 digits ends with the tracking number of 12. */
const CARRIER_BARCODE = /^\d{22}(\d{12})$/;

/** A tracking number as it was typed, or as the carrier's barcode contains it. */
export function readTrackingNumber(typed: string): string {
  const number = typed.trim();
  return CARRIER_BARCODE.exec(number.replace(/\s/g, ''))?.[1] ?? number;
}
