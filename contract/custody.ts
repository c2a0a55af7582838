import { z } from 'zod';
import { UserId, UserIdInPath } from './kernel/ids.ts';
import { route } from './kernel/route.ts';

/** The kinds of events in a chain of custody. A capability that records more kinds adds them here. */
export const CustodyKind = z.enum([
  'processing.changed',
  'vials.added',
  'vials.shipped',
  'vials.entry_changed',
  'vials.entry_deleted',
  'document.requested',
  'document.completed',
  // The signer declined, or the provider ended the request; the document can be sent again.
  'document.refused',
  'document.linked',
  'document.unlinked',
  'document.hidden',
  'order.paid',
  'order.refunded',
  'label.requested',
  'label.made',
  // The email with the label went out to the clinic.
  'label.sent',
  'label.tracked',
  // The import that had brought the label was undone.
  'label.deleted',
  // At the bench of the lab. Facts: codes, ids, operator, signature and its hash; never a name.
  'kit.used',
  'tissue.received',
  'tissue.rejected',
  'batch.opened',
  'batch.lot_used',
  'batch.closed',
  'qc.recorded',
  'bench.placed',
  'bench.taken',
  'bench.quarantined',
  'bench.released',
  // A missing vial was scanned into a box; the reason is what holds it now, if anything does.
  'bench.found',
  'bench.reserved',
  'bench.freed',
  'bench.picked',
  'bench.packed',
  'bench.undone',
  'order.delivered',
  'vials.discarded',
  'deviation.touched',
]);
export type CustodyKind = z.infer<typeof CustodyKind>;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** `name` is '#id' where the reader may not see the name, or where the person belongs to another site. */
const CustodyPerson = z.object({ id: UserId, name: z.string() });

export const CustodyEvent = z.object({
  /** The position of the event in this patient's chain, from 1. */
  id: z.number().int().positive(),
  kind: CustodyKind,
  /** When the server recorded the event, by its own clock. */
  at: z.iso.datetime(),
  /** The day on which it happened, where the user entered one. */
  occurred_on: z.iso.date().nullable(),
  /** Null where the server acted by itself. */
  who: CustodyPerson.nullable(),
  /** The account that was used, where another person used it. */
  on_behalf_of: CustodyPerson.nullable(),
  /** The changed values, before and after; each kind has its own fields. */
  facts: z.record(z.string(), z.unknown()),
});
export type CustodyEvent = z.infer<typeof CustodyEvent>;

export const listCustody = route({
  method: 'GET',
  path: '/api/v1/users/:id/custody/',
  summary: 'A patient’s chain of custody, oldest first',
  access: 'custody.read',
  reads: { what: 'custody', subjects: (_, { params }) => [params.id] },
  params: z.object({ id: UserIdInPath }),
  answer: z.array(CustodyEvent),
});
