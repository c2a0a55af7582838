import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { type Difference, differenceWords, type ResolveHow } from '@vialkeep/contract/reconciliation.ts';
import type { z } from 'zod';
import type { ItemRow, Resolver } from './items.queries.ts';

/** A site's administrators do not see the accounts of the platform. */
const PLATFORM = 'Platform';

export function presentItem(item: ItemRow, actor: Resolver): z.input<typeof Difference> {
  return {
    id: item.id,
    site: item.site,
    kind: item.kind,
    about: item.about,
    gateway_id: item.gateway_id,
    transaction_id: item.transaction_id,
    refund_id: item.refund_id,
    ours: item.ours_cents === null ? null : dollarsOf(item.ours_cents),
    theirs: item.theirs_cents === null ? null : dollarsOf(item.theirs_cents),
    batch: item.batch,
    gateway_day: item.gateway_day,
    state: item.state === 'resolved' ? 'resolved' : 'open',
    words: differenceWords({ ...item, isRequested: item.state === 'open' && item.requested_by !== null }),
    how: item.how,
    note: item.note,
    requested_by: item.requested_by === null ? null : (item.requester ?? PLATFORM),
    resolved_by: item.resolved_by === null ? null : (item.resolver ?? PLATFORM),
    opened_at: item.opened_at.toISOString(),
    resolved_at: item.resolved_at?.toISOString() ?? null,
    may: waysToResolve(item).filter((how) => how !== 'write_off' || item.requested_by !== actor.userId),
  };
}

/** How a difference can be resolved. Without a site there is no journal in which to write it off. */
export function waysToResolve(item: ItemRow): ResolveHow[] {
  if (item.state !== 'open') return [];
  const isOrphan = item.kind === 'not_in_our_books' && item.about === 'charge';
  return [
    ...(isOrphan ? (['give_back'] as const) : []),
    ...(item.kind === 'chargeback' && (item.transaction_id ?? item.invoice_id) !== null
      ? (['chargeback'] as const)
      : []),
    ...(item.domain_id !== null && writeOffCents(item) !== 0 ? (['write_off'] as const) : []),
    'explained',
  ];
}

/** What a write-off adds to the receipts, so that they agree with the gateway; for a chargeback, what the bank lost. */
export function writeOffCents({ kind, ours_cents, theirs_cents }: ItemRow): number {
  return kind === 'chargeback' ? -(theirs_cents ?? 0) : (theirs_cents ?? 0) - (ours_cents ?? 0);
}
