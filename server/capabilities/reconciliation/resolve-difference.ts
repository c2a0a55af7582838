import { type ResolveHow, resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { isNewApprover } from '../../kernel/session/new-approver.ts';
import { postEntry } from '../journal/index.ts';
import { readSiteMoneySettings } from '../money-settings/index.ts';
import { lockTarget, type RefundTarget, recordChargeback } from '../refunds/index.ts';
import { changeItem } from './change-item.ts';
import { giveBack } from './give-back.ts';
import { presentItem, waysToResolve, writeOffCents } from './items.present.ts';
import { type ItemRow, lockItem, parseItem, type Resolver, requireItem, selectItems } from './items.queries.ts';

export const resolveDifferenceHandler = handle(
  resolveDifference,
  async ({ actor, db, params, body, write, services, request }) => {
    const item = await requireItem(db, actor, params.id);
    if (body.how === 'give_back') {
      if (item.state !== 'begun') requireWay(item, 'give_back');
      const asked = { userId: actor.userId, note: body.note, requestId: request.id };
      await giveBack(services, item, asked);
      // Read again in the scope of the actor, who may not see the accounts of the platform.
      const after = await requireItem(db, actor, params.id);
      // Another administrator has ended it another way meanwhile, and nothing was given back.
      if (after.how !== 'give_back') requireOpen(after);
      return presentItem(after, actor);
    }
    const { how, note } = body;
    const resolved = await write(async (work) => {
      const target = targetOf(item);
      if (target) await lockTarget(work, target);
      const locked = await lockItem(work, item);
      requireWay(locked, how);
      if (how === 'write_off') return writeOff(work, services, actor, { item: locked, note });
      if (how === 'chargeback') await takeBack(work, services, actor, { item: locked, note });
      return end(work, services, actor, { item: locked, note, how });
    });
    return presentItem(resolved, actor);
  },
);

function requireOpen({ state }: ItemRow): void {
  if (state === 'resolved') throw refuseBy(resolveDifference, 'already_resolved');
}

function requireWay(item: ItemRow, how: ResolveHow): void {
  requireOpen(item);
  if (!waysToResolve(item).includes(how)) throw refuseBy(resolveDifference, 'not_this_way', { fields: ['how'] });
}

/** What was charged; every writer locks it before what is about it. */
function targetOf({ transaction_id, invoice_id }: ItemRow): RefundTarget | null {
  return (transaction_id ?? invoice_id) === null ? null : { transaction_id, invoice_id };
}

type Noted = { readonly item: ItemRow; readonly note: string };
type Resolution = Noted & { readonly how: Exclude<ResolveHow, 'give_back'>; readonly journal?: readonly string[] };

function end(work: Work, services: Services, actor: Resolver, { item, note, how, journal = [] }: Resolution) {
  const change = {
    state: 'resolved',
    how,
    note,
    resolved_by: actor.userId,
    resolved_at: new Date(),
    message: '',
  } as const;
  return changeItem(work, services, item, { action: 'reconciliation.resolve', change, journal });
}

async function takeBack(work: Work, services: Services, actor: Resolver, { item, note }: Noted): Promise<void> {
  const { domain_id, theirs_cents, gateway_id } = item;
  const target = targetOf(item);
  if (domain_id === null || target === null) throw refuseBy(resolveDifference, 'not_this_way');
  const outcome = await recordChargeback(work, {
    target,
    site: await services.domains.ofId(domain_id),
    cents: theirs_cents ?? 0,
    note,
    gatewayId: gateway_id,
    recordedBy: actor.userId,
  });
  if (outcome === 'refund_under_way') throw refuseBy(resolveDifference, 'refund_under_way');
  if (outcome === 'more_than_left') throw refuseBy(resolveDifference, 'not_this_way', { message: MORE_THAN_LEFT });
}

const MORE_THAN_LEFT = 'A part of the charge was refunded before. Write the chargeback off instead.';

/**
 * From the site's amount on, the first administrator asks and another one writes it off. What the first one wrote off
 * alone within the last day counts too, so that smaller ones need another as well.
 */
async function writeOff(work: Work, services: Services, actor: Resolver, { item, note }: Noted): Promise<ItemRow> {
  const { id, domain_id: domainId, kind, requested_by: requestedBy, transaction_id } = item;
  if (domainId === null) throw refuseBy(resolveDifference, 'not_this_way');
  const cents = writeOffCents(item);
  // Also below the amount, which may have been raised since the request.
  if (requestedBy === actor.userId) throw refuseBy(resolveDifference, 'own_request');
  if (requestedBy === null) {
    const { approval_cents } = await readSiteMoneySettings(work.db, domainId);
    if (Math.abs(cents) + (await sumWrittenOffAlone(work, domainId, actor)) >= approval_cents) {
      const change = { state: 'open', note, requested_by: actor.userId, message: '' } as const;
      return changeItem(work, services, item, { action: 'reconciliation.request_write_off', change });
    }
  } else if (await isNewApprover(work.db, actor.userId)) throw refuseBy(resolveDifference, 'new_approver');
  const about = transaction_id === null ? {} : { transaction_id };
  const digest = await postEntry(work, {
    domainId,
    kind: 'write_off',
    key: `written-off:${id}`,
    memo: `Difference #${id} written off`,
    lines: [
      { account: kind === 'chargeback' ? 1010 : 1000, cents, ...about },
      { account: 5900, cents: -cents, ...about },
    ],
  });
  return end(work, services, actor, { item, note, how: 'write_off', journal: [digest] });
}

/** Write-offs of a site by one administrator follow each other until the end of the transaction, so that each counts. */
async function sumWrittenOffAlone({ db }: Work, domainId: number, { userId }: Resolver): Promise<number> {
  await sql`select pg_advisory_xact_lock(6401, ${domainId})`.execute(db);
  const items = await selectItems(db)
    .where('item.domain_id', '=', domainId)
    .where('item.how', '=', 'write_off')
    .where('item.state', '=', 'resolved')
    .where('item.resolved_by', '=', userId)
    .where('item.requested_by', 'is', null)
    .where(sql<boolean>`item.resolved_at > now() - interval '1 day'`)
    .execute();
  return items.map(parseItem).reduce((sum, item) => sum + Math.abs(writeOffCents(item)), 0);
}
