import type { KeyScope } from '@vialkeep/contract/api-keys.ts';
import type { ApiKeyId, DomainId, SessionId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { CommonReason } from '@vialkeep/contract/kernel/refusal.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { AuditContext, Origin } from '../db/db.ts';
import type { Scope } from '../db/scope.ts';
import type { IdentityPolicy } from './identity-policy.ts';

/** The caller: the account that is used, and the person who really uses it, in one value. */
export type Actor = {
  readonly userId: UserId;
  readonly plan: Plan;
  /** The account's site; for a call by an API key, the site of the key. */
  readonly domainId: DomainId;
  readonly tags: readonly number[];
  readonly agreed: boolean;
  readonly mustChangePassword: boolean;
  /** Null for a call by an API key. */
  readonly sessionId: SessionId | null;
  /** The key by which a program calls in the owner's name; null in a session. */
  readonly key: ActorKey | null;
  /** Set when a user other than the owner works in this account. */
  readonly acting: {
    readonly kind: 'login_as' | 'staff_access';
    readonly byId: UserId;
    readonly reason: string | null;
  } | null;
  readonly identity: Identification;
  /** The rows that this actor's connection can see (S-31). */
  readonly scope: Scope;
};

export type ActorKey = { readonly id: ApiKeyId; readonly scopes: readonly KeyScope[] };

/** How the holder of the session was identified, and what the site's policy still asks of them. */
export type Identification = {
  readonly policy: IdentityPolicy;
  /** 2: a passkey, or a password and a second factor. */
  readonly level: 1 | 2;
  /** The session was idle too long; its holder must prove their identity again. */
  readonly isLocked: boolean;
  /** Minutes without a call after which this session locks; null where it only ends. */
  readonly lockMinutes: number | null;
  readonly provedSecondsAgo: number;
  /** One sensitive act may follow, where each needs its own proof. */
  readonly provedOnce: boolean;
  readonly hasSecondFactor: boolean;
  /** When a second factor that the policy requires and the account lacks is due; null where none is missing. */
  readonly secondFactorDueAt: Date | null;
  readonly lacksVerifiedEmail: boolean;
  /** An account that its owner made and no administrator has reviewed yet, where the policy asks for a review. */
  readonly awaitsReview: boolean;
};

/** The session of a call that no API key can make. */
export function sessionOf({ sessionId }: Pick<Actor, 'sessionId'>): SessionId {
  if (sessionId === null) throw new Error('A call by an API key has no session.');
  return sessionId;
}

type Allowances = Pick<Route, 'whileLocked' | 'beforePasswordChange' | 'beforeSetup'>;

/** The reason why this session must first do something else, or null. */
export function objectionOfSession(route: Allowances, { identity, mustChangePassword }: Actor): CommonReason | null {
  if (identity.isLocked && !route.whileLocked) return 'session_locked';
  if (mustChangePassword && !route.beforePasswordChange) return 'password_change_required';
  if (route.beforeSetup) return null;
  if (identity.secondFactorDueAt !== null && identity.secondFactorDueAt <= new Date()) {
    return 'second_factor_setup_required';
  }
  return identity.lacksVerifiedEmail ? 'email_not_verified' : null;
}

/** A request by its id and origin. */
type Requested = Origin & { readonly id: string };

export function auditContextOf(actor: Actor, request: Requested): AuditContext {
  return {
    actorId: actor.acting?.byId ?? actor.userId,
    userId: actor.userId,
    sessionId: actor.sessionId,
    apiKeyId: actor.key?.id ?? null,
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
