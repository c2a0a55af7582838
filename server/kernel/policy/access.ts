import { type CommonReason, commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { Refusal, refuse } from '../http/refuse.ts';
import type { Actor } from '../session/actor.ts';
import type { ListFilter } from './list-filter.ts';
import type { Permissions } from './policy.ts';
import type { Resource } from './rules.ts';

/** What the caller may do in one call. */
export type Access = {
  readonly actor: Actor;
  mayTry(action: string): boolean;
  can(action: string, resource: Resource): boolean;
  /** Requires that the call's own rule, or that of a finer action, allows this record. */
  authorize(resource: Resource, action?: string): void;
  /** The call's own rule as a condition, for lists. */
  listFilter(): ListFilter;
  /** Throws when the call's rule is about records and the call has neither authorized one nor filtered its list. */
  requireAuthorized(): void;
};

export function accessFor(permissions: Permissions, actor: Actor, route: Route): Access {
  const own = route.access;
  let isAuthorized = false;
  return {
    actor,
    mayTry: (action) => permissions.mayTry(actor, action),
    can: (action, resource) => permissions.can(actor, action, resource).allowed,
    authorize(resource, action = own) {
      const decision = permissions.can(actor, action, resource);
      if (!decision.allowed) throw refusalOf(route, decision.reason);
      isAuthorized ||= action === own;
    },
    listFilter() {
      isAuthorized = true;
      return permissions.listFilter(actor, own);
    },
    requireAuthorized() {
      if (!isAuthorized && permissions.isAboutRecords(actor, own)) throw refuse('authorization_missing');
    },
  };
}

/** The route's own text for this reason, or the general one. */
function refusalOf(route: Route, reason: CommonReason): Refusal {
  return new Refusal(reason, route.refusals[reason] ?? commonRefusals[reason]);
}
