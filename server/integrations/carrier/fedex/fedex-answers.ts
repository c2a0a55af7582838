import { z } from 'zod';
import type { ShipmentState, Tracking } from '../../../ports/carrier.ts';

// Schemas leave out unused fields: the answers hold names and addresses.

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

const Alert = z.object({ code: z.string().nullish(), message: z.string().nullish() });

const PackageDocument = z.object({
  contentType: z.string().nullish(),
  docType: z.string().nullish(),
  encodedLabel: z.string().nullish(),
  url: z.string().nullish(),
});

const Piece = z.object({
  trackingNumber: z.string().nullish(),
  masterTrackingNumber: z.string().nullish(),
  packageDocuments: z.array(PackageDocument).nullish(),
});

const Shipment = z.object({
  masterTrackingNumber: z.string().nullish(),
  pieceResponses: z.array(Piece).nullish(),
  alerts: z.array(Alert).nullish(),
});

export const Shipped = z.object({
  output: z.object({
    transactionShipments: z.array(Shipment).nullish(),
    alerts: z.array(Alert).nullish(),
    /** Returned instead of shipments when FedEx creates the label asynchronously. */
    jobId: z.string().nullish(),
  }),
});
export type Shipped = z.output<typeof Shipped>;

export const Cancelled = z.object({ output: z.object({ cancelledShipment: z.boolean().nullish() }) });

export const Failed = z.object({
  errors: z.array(z.object({ code: z.string().nullish(), message: z.string().nullish() })).min(1),
});

const TrackResult = z.object({
  latestStatusDetail: z
    .object({
      code: z.string().nullish(),
      derivedCode: z.string().nullish(),
      statusByLocale: z.string().nullish(),
      description: z.string().nullish(),
    })
    .nullish(),
  dateAndTimes: z.array(z.object({ type: z.string().nullish(), dateTime: z.string().nullish() })).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

export const Tracked = z.object({
  output: z.object({
    completeTrackResults: z
      .array(z.object({ trackingNumber: z.string(), trackResults: z.array(TrackResult).nullish() }))
      .nullish(),
  }),
});

/** A tracking number that was assigned before has several results; one with a state wins over an error. */
export function trackingOf(trackingNumber: string, results: readonly z.output<typeof TrackResult>[]): Tracking {
  const known = results.find(({ latestStatusDetail }) => latestStatusDetail);
  const status = known?.latestStatusDetail;
  const code = status?.derivedCode || status?.code;
  const delivered = known?.dateAndTimes?.find(({ type }) => type === 'ACTUAL_DELIVERY')?.dateTime;
  const state = code ? (STATES.get(code) ?? 'on_its_way') : 'unknown';
  return {
    trackingNumber,
    state,
    words: status?.statusByLocale || status?.description || results[0]?.error?.message || '',
    deliveredAt: state === 'delivered' ? momentOf(delivered) : null,
  };
}

/** Every other code is a variant of being on the way. */
const STATES: ReadonlyMap<string, ShipmentState> = new Map([
  ['OC', 'label_made'],
  ['IN', 'label_made'],
  ['OD', 'out_for_delivery'],
  ['DL', 'delivered'],
  ['DE', 'exception'],
  ['SE', 'exception'],
  ['DY', 'exception'],
  ['DD', 'exception'],
  ['CD', 'exception'],
  ['RS', 'returned'],
  ['CA', 'cancelled'],
]);

function momentOf(text: string | null | undefined): Date | null {
  const moment = new Date(text ?? '');
  return Number.isNaN(moment.getTime()) ? null : moment;
}
