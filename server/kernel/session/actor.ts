import type { DomainId, SessionId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { AuditContext, Origin } from '../db/db.ts';
import type { Scope } from '../db/pool.ts';

/** Who calls: the account that is used, and the person who really uses it. One value, never several loose ones. */
export type Actor = {
  readonly userId: UserId;
  readonly plan: Plan;
  readonly domainId: DomainId;
  readonly tags: readonly number[];
  readonly agreed: boolean;
  readonly mustChangePassword: boolean;
  readonly sessionId: SessionId;
  /** Somebody works in this account who is not its owner. */
  readonly acting: { readonly kind: 'login_as' | 'staff_access'; readonly byId: UserId } | null;
  /** S-31: what this actor's connection may see at all. */
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

/** S-31: a super admin, or an admin of the main site. */
export function seesEverySite(plan: Plan, domainIsMain: boolean): boolean {
  return plan === Plan.superAdmin || (plan === Plan.admin && domainIsMain);
}

/** A cause without a caller: before a login, or for the product itself. */
export function actorlessContext(request: Requested | string): AuditContext {
  const without = { actorId: null, userId: null, sessionId: null };
  if (typeof request === 'string') return { ...without, requestId: request };
  return { ...without, requestId: request.id, origin: originOf(request) };
}
