import type { DomainId, SessionId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { AuditContext, Origin } from '../db/db.ts';
import type { Scope } from '../db/scope.ts';

/** The caller: the account that is used, and the person who really uses it, in one value. */
export type Actor = {
  readonly userId: UserId;
  readonly plan: Plan;
  readonly domainId: DomainId;
  readonly tags: readonly number[];
  readonly agreed: boolean;
  readonly mustChangePassword: boolean;
  readonly sessionId: SessionId;
  /** Set when a user other than the owner works in this account. */
  readonly acting: { readonly kind: 'login_as' | 'staff_access'; readonly byId: UserId } | null;
  /** The rows that this actor's connection can see (S-31). */
  readonly scope: Scope;
};

/** A request by its id and origin. */
type Requested = Origin & { readonly id: string };

export function auditContextOf(actor: Actor, request: Requested): AuditContext {
  return {
    actorId: actor.acting?.byId ?? actor.userId,
    userId: actor.userId,
    sessionId: actor.sessionId,
    requestId: request.id,
    origin: originOf(request),
  };
}

function originOf({ address, device }: Requested): Origin {
  return { address, device };
}

/** True for a super admin, and for an admin of the main site (S-31). */
export function seesEverySite(plan: Plan, domainIsMain: boolean): boolean {
  return plan === Plan.superAdmin || (plan === Plan.admin && domainIsMain);
}

/** An audit context without a caller: before a login, or for the product itself. */
export function actorlessContext(request: Requested | string): AuditContext {
  const without = { actorId: null, userId: null, sessionId: null };
  if (typeof request === 'string') return { ...without, requestId: request };
  return { ...without, requestId: request.id, origin: originOf(request) };
}
