import type { CommonReason } from '@vialkeep/contract/kernel/refusal.ts';
import { ORDERS_VIALS } from '@vialkeep/contract/products.ts';
import type { Actor } from '../session/actor.ts';

/** Facts about the record that an action is about, loaded in the statement that reads the record. */
export type Resource = {
  /** Its site; null for a record of every site. */
  readonly domainId: number | null;
  /** The accounts that it belongs to: the account itself, the owner of a card, the signer of a document. */
  readonly ownerIds?: readonly number[];
  readonly isPatient?: boolean;
  /** Whether the actor sees the account, or the patient of the record. */
  readonly isVisible?: boolean;
  /** The plans that an asset is for. */
  readonly plans?: readonly number[];
  /** The distributors of a sales manager. */
  readonly distributorIds?: readonly number[];
};

export type ActorCondition = {
  readonly name: string;
  readonly needs: 'actor';
  readonly holds: (actor: Actor) => boolean;
};

export type ResourceCondition = {
  readonly name: string;
  readonly needs: 'resource';
  readonly holds: (actor: Actor, resource: Resource) => boolean;
};

export type Condition = ActorCondition | ResourceCondition;

/** When a user of a plan may take an action: all conditions must hold. The published table shows `words`. */
export type Rule = {
  readonly words: string;
  readonly all: readonly Condition[];
  /** The refusal of a call whose actor conditions do not hold, when it is not the general one. */
  readonly refusal?: CommonReason;
  /** The call is admitted so that its answer states this reason, but no record is ever allowed. */
  readonly deniesWith?: CommonReason;
};

export const isOwn: Condition = {
  name: 'is own',
  needs: 'resource',
  holds: (actor, { ownerIds = [] }) => ownerIds.includes(actor.userId),
};
export const isPatient: Condition = {
  name: 'is a patient',
  needs: 'resource',
  holds: (_actor, resource) => resource.isPatient === true,
};
export const isVisible: Condition = {
  name: 'is visible',
  needs: 'resource',
  holds: (_actor, resource) => resource.isVisible === true,
};
export const isForPlan: Condition = {
  name: 'is for the plan',
  needs: 'resource',
  holds: (actor, resource) => resource.plans?.includes(actor.plan) === true,
};
export const isOfOwnManager: Condition = {
  name: 'is of an own manager',
  needs: 'resource',
  holds: (actor, { distributorIds = [] }) => distributorIds.includes(actor.userId),
};
/** A clinic also reads what it signed itself. */
const isOwnOrOwnPatients: Condition = {
  name: 'is own or of an own patient',
  needs: 'resource',
  holds: (actor, resource) =>
    isOwn.holds(actor, resource) || (isPatient.holds(actor, resource) && isVisible.holds(actor, resource)),
};
const hasTag1: Condition = {
  name: 'has tag 1',
  needs: 'actor',
  holds: (actor) => actor.tags.includes(ORDERS_VIALS),
};
const isActing: Condition = { name: 'is acting', needs: 'actor', holds: (actor) => actor.acting !== null };
const isNotActing: Condition = { name: 'is not acting', needs: 'actor', holds: (actor) => actor.acting === null };
const isNotViewing: Condition = {
  name: 'is not an administrator in this account',
  needs: 'actor',
  holds: ({ acting }) => acting?.kind !== 'login_as',
};
const isOnMainSite: Condition = {
  name: 'is on the main site',
  needs: 'actor',
  holds: (actor) => actor.scope === 'platform',
};

export const always: Rule = { words: 'yes', all: [] };
export const ownOnly: Rule = { words: 'own', all: [isOwn] };
/** For lists whose rows belong to other accounts: a lab's own centers. */
export const ownList: Rule = { words: 'own', all: [isVisible] };
export const ownPatients: Rule = { words: 'own patients', all: [isPatient, isVisible] };
export const ownPatientsAndOwn: Rule = { words: 'own patients', all: [isOwnOrOwnPatients] };
/** `visibleTo` of the network shows every user their own account. */
export const ownAndSeen: Rule = { words: 'own and those they see', all: [isVisible] };
export const ownMembership: Rule = { words: 'own membership', all: [isForPlan] };
export const ownManagers: Rule = { words: 'of own managers', all: [isOfOwnManager] };
export const withTag1: Rule = { words: 'with tag 1', all: [hasTag1] };
export const ownWithTag1: Rule = { words: 'with tag 1', all: [hasTag1, isOwn] };
export const whileActing: Rule = { words: 'while acting', all: [isActing] };
export const notWhileActing: Rule = { words: 'not while acting', all: [isNotActing], refusal: 'not_while_acting' };
export const ownNotActing: Rule = {
  words: 'own, not while acting',
  all: [isOwn, isNotActing],
  refusal: 'not_while_acting',
};
/** Staff can buy inside a center's account; an administrator who acts in an account cannot. */
export const notViewed: Rule = { words: 'not viewed by an administrator', all: [isNotViewing] };
/** An administrator who acts in the account gets a 409 with the reason. */
export const ownNotViewed: Rule = {
  words: `own, ${notViewed.words}`,
  all: [...ownOnly.all, ...notViewed.all],
  refusal: 'not_while_acting',
};
export const withTag1NotViewed: Rule = {
  words: `${withTag1.words}, ${notViewed.words}`,
  all: [...withTag1.all, ...notViewed.all],
};
export const onMainSite: Rule = { words: 'on the main site', all: [isOnMainSite] };
/** A 403 would end an administrator's session, so the refusal is a 409 with the reason (T17). */
export const onlyTheSigner: Rule = { words: 'never, only the signer', all: [], deniesWith: 'not_while_acting' };

/** The records of the caller's own account. */
export function ownRecords({ userId, domainId }: Actor): Resource {
  return { domainId, ownerIds: [userId] };
}
