import { z } from 'zod';
import { UserId, UserIdInPath } from './kernel/ids.ts';
import { route } from './kernel/route.ts';

/** What can happen in a chain of custody. A row that has more to tell adds its words here. */
export const CustodyKind = z.enum([
  'processing.changed',
  'vials.added',
  'vials.shipped',
  'vials.entry_changed',
  'vials.entry_deleted',
  'document.requested',
  'document.completed',
  // Declined by the signer, or ended at the provider's; it waits to be sent anew.
  'document.refused',
  'document.linked',
  'document.unlinked',
  'document.hidden',
  'order.paid',
  'label.requested',
  'label.made',
  // The letter that tells the clinic of its label went out.
  'label.sent',
  'label.tracked',
]);
export type CustodyKind = z.infer<typeof CustodyKind>;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** `name` is '#id' where the reader may not know it, or where it belongs to another site. */
const CustodyPerson = z.object({ id: UserId, name: z.string() });

export const CustodyEvent = z.object({
  /** The event's place in this patient's chain, from 1. */
  id: z.number().int().positive(),
  kind: CustodyKind,
  /** When it was written down, by our clock. */
  at: z.iso.datetime(),
  /** The day it happened, as far as somebody said so. */
  occurred_on: z.iso.date().nullable(),
  /** Nobody: the product itself. */
  who: CustodyPerson.nullable(),
  /** The account that was used, where somebody else used it. */
  on_behalf_of: CustodyPerson.nullable(),
  /** What changed, from which value to which; each kind has its own. */
  facts: z.record(z.string(), z.unknown()),
});
export type CustodyEvent = z.infer<typeof CustodyEvent>;

export const listCustody = route({
  method: 'GET',
  path: '/api/v1/users/:id/custody/',
  summary: 'A patient’s chain of custody, oldest first',
  access: 'custody.read',
  params: z.object({ id: UserIdInPath }),
  answer: z.array(CustodyEvent),
});
