import { Plan, PlanId } from '@vialkeep/contract/plans.ts';
import type { AdministeredPrivacyRequest, OwnPrivacyRequest } from '@vialkeep/contract/privacy.ts';
import { PrivacyKind, PrivacyState } from '@vialkeep/contract/privacy.ts';
import type { z } from 'zod';
import type { Actor } from '../../kernel/session/actor.ts';
import { mayReadPapers } from './privacy.policy.ts';
import { isOpen, type ownRequests, type requestsToList } from './privacy.queries.ts';

type OwnRow = Awaited<ReturnType<ReturnType<typeof ownRequests>['execute']>>[number];
type ListRow = Awaited<ReturnType<ReturnType<typeof requestsToList>['execute']>>[number];

export function presentOwnRequest(row: OwnRow): z.input<typeof OwnPrivacyRequest> {
  const { file, file_bytes, file_until } = row;
  const hasFile = file !== null && file_until !== null && file_until > new Date();
  return {
    ...presentShared(row),
    file: hasFile ? { bytes: Number(file_bytes), until: file_until.toISOString() } : null,
    may: [...(isOpen(row.state) ? (['withdraw'] as const) : []), ...(hasFile ? (['download'] as const) : [])],
  };
}

export function presentAdministeredRequest(actor: Actor, row: ListRow): z.input<typeof AdministeredPrivacyRequest> {
  return {
    ...presentShared(row),
    site: row.site,
    person: {
      id: row.user_id,
      name: row.username,
      email: row.email,
      plan: PlanId.parse(row.plan_id),
      erased: row.erased_at !== null,
    },
    is_overdue: isOpen(row.state) && row.is_past_due,
    answered_by: row.answered_by,
    hold:
      row.hold_id === null || row.hold_reason === null || row.held_since === null
        ? null
        : { id: row.hold_id, reason: row.hold_reason, since: row.held_since.toISOString() },
    may: actionsOn(actor, row),
  };
}

function presentShared(row: OwnRow) {
  return {
    id: row.id,
    kind: PrivacyKind.parse(row.kind),
    text: row.text,
    state: PrivacyState.parse(row.state),
    received_at: row.received_at.toISOString(),
    due_on: row.due_on,
    answer: row.answer,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

function actionsOn(
  actor: Actor,
  { state, kind, hold_id, erased_at, plan_id }: ListRow,
): AdministeredPrivacyRequest['may'] {
  const may: AdministeredPrivacyRequest['may'] = [];
  if (isOpen(state)) {
    if (state === 'received' && kind !== 'export') may.push('review');
    if (kind === 'correction' || kind === 'question') may.push('answer');
    may.push('refuse');
    if (kind === 'erasure' && plan_id !== Plan.admin && plan_id !== Plan.superAdmin) may.push('erase');
  }
  if (erased_at === null) may.push(hold_id === null ? 'hold' : 'end_hold');
  else if (mayReadPapers(actor)) may.push('read_papers');
  return may;
}
