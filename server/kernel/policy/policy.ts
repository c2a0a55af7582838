import type { KeyScope } from '@vialkeep/contract/api-keys.ts';
import type { CommonReason } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan, plans } from '@vialkeep/contract/plans.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import type { Actor } from '../session/actor.ts';
import { type ListFilter, listFilter, type Visibility } from './list-filter.ts';
import { always, ownOnly, ownPatients, ownWithTag1, type Resource, type Rule } from './rules.ts';

/** Action → plan → rule. A plan that is not listed has no right. */
export type Policy = Readonly<Record<`${string}.${string}`, Partial<Record<Plan, Rule>>>>;

export function everyone(rule: Rule = always): Partial<Record<Plan, Rule>> {
  return only(plans, rule);
}

export function only(some: readonly Plan[], rule: Rule = always): Partial<Record<Plan, Rule>> {
  return Object.fromEntries(some.map((plan) => [plan, rule]));
}

export const administrators: readonly Plan[] = [Plan.admin, Plan.superAdmin];

/** The plans besides administrators that see other users' accounts and records. */
export const overseers: readonly Plan[] = [
  Plan.lab,
  Plan.salesRep,
  Plan.harvestCenter,
  Plan.referralCenter,
  Plan.salesManager,
  Plan.salesDistributor,
  Plan.salesAffiliate,
];

/** Who reads a patient's record, its vials and its custody chain: the patient, and each overseer for own patients. */
export const readersOfPatients: Partial<Record<Plan, Rule>> = {
  ...only([...administrators, Plan.patientsList]),
  ...only(overseers, ownPatients),
  ...only([Plan.generalMember], ownOnly),
};

/** These plans may act on their own records; administrators on those of every user they see. */
export function ownOrAdministered(some: readonly Plan[] = plans, own: Rule = ownOnly): Partial<Record<Plan, Rule>> {
  return { ...only(some, own), ...only(administrators) };
}

/**
 * Centers, referral centers and staff have cards and addresses; other members only when they may order vials (C-23,
 * C-11).
 */
export const ownOfBuyers: Partial<Record<Plan, Rule>> = {
  ...only(orderingPlans, ownWithTag1),
  ...only([Plan.harvestCenter, Plan.referralCenter, Plan.staff], ownOnly),
};

export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly reason: CommonReason };

export type Permissions = {
  readonly table: Policy;
  /** Whether the actor may take the action on some record. It is asked before the input is read. */
  mayTry(actor: Actor, action: string): boolean;
  /** The reason why the actor may not even try, or null. */
  objection(actor: Actor, action: string): CommonReason | null;
  /** Whether the actor may take the action on this record. A record that they may not use does not exist for them. */
  can(actor: Actor, action: string, resource: Resource): Decision;
  /** The same rule as a condition, for lists. */
  listFilter(actor: Actor, action: string): ListFilter;
  /** Whether the rule is about records, so that a call must authorize one or filter its list. */
  isAboutRecords(actor: Actor, action: string): boolean;
  /** The key scope of the action; null for an action that no API key can take. */
  keyScopeOf(action: string): KeyScope | null;
  /** Every action that this actor may take, for screens that show only what is possible. */
  of(actor: Actor): string[];
};

/** Merges the tables of all capabilities. An action in two of them is a mistake. */
export function permissionsFrom(
  policies: readonly Policy[],
  visibleTo: Visibility,
  keyScopeOf: (action: string) => KeyScope | null = () => null,
): Permissions {
  const rules = new Map<string, Partial<Record<Plan, Rule>>>();
  for (const [action, row] of policies.flatMap((policy) => Object.entries(policy))) {
    if (rules.has(action)) throw new Error(`The action ${action} has two rows in the policy tables.`);
    rules.set(action, row);
  }
  const objectionToKey = ({ key }: Actor, action: string): CommonReason | null => {
    if (key === null) return null;
    const scope = keyScopeOf(action);
    if (scope === null) return 'not_by_key';
    return key.scopes.includes(scope) ? null : 'key_scope_missing';
  };
  // The rights of a key are those of its owner within its scopes, also where a call asks for a finer right.
  const ruleFor = (actor: Actor, action: string) =>
    objectionToKey(actor, action) === null ? (rules.get(action)?.[actor.plan] ?? null) : null;
  const objection = (actor: Actor, action: string): CommonReason | null => {
    const toKey = objectionToKey(actor, action);
    if (toKey !== null) return toKey;
    const rule = ruleFor(actor, action);
    const isAdmitted = rule?.all.every((condition) => condition.needs === 'resource' || condition.holds(actor));
    return isAdmitted ? null : (rule?.refusal ?? 'not_permitted');
  };
  return {
    table: Object.fromEntries(rules),
    objection,
    keyScopeOf,
    mayTry: (actor, action) => objection(actor, action) === null,
    can: (actor, action, resource) => decide(actor, ruleFor(actor, action), resource),
    listFilter: (actor, action) => listFilter(actor, ruleFor(actor, action), visibleTo),
    isAboutRecords: (actor, action) => ruleFor(actor, action)?.all.some(({ needs }) => needs === 'resource') ?? true,
    of: (actor) =>
      [...rules.keys()].filter((action) => objection(actor, action) === null && !ruleFor(actor, action)?.deniesWith),
  };
}

function decide(actor: Actor, rule: Rule | null, resource: Resource): Decision {
  const isOnSite = actor.scope === 'platform' || resource.domainId === null || resource.domainId === actor.scope;
  if (!rule || !isOnSite || !rule.all.every(({ holds }) => holds(actor, resource))) {
    return { allowed: false, reason: 'not_found' };
  }
  return rule.deniesWith ? { allowed: false, reason: rule.deniesWith } : { allowed: true };
}
