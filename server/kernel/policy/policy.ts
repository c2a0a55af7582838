import type { CommonReason } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan, plans } from '@vialkeep/contract/plans.ts';
import { ORDERS_VIALS, orderingPlans } from '@vialkeep/contract/products.ts';
import type { Actor } from '../session/actor.ts';

/** When a user of a plan may take an action. The published table shows `words`. */
export type Rule = {
  readonly words: string;
  readonly admits: (actor: Actor) => boolean;
  /** The refusal for a caller of the plan whom the rule does not admit, when it is not the general one. */
  readonly refusal?: CommonReason;
};

/** Action → plan → rule. A plan that is not listed has no right. */
export type Policy = Readonly<Record<`${string}.${string}`, Partial<Record<Plan, Rule>>>>;

export const always: Rule = { words: 'yes', admits: () => true };
export const ownOnly: Rule = { words: 'own', admits: () => true };
export const ownPatients: Rule = { words: 'own patients', admits: () => true };
export const ownAndSeen: Rule = { words: 'own and those they see', admits: () => true };
export const withTag1: Rule = { words: 'with tag 1', admits: (actor) => actor.tags.includes(ORDERS_VIALS) };
export const whileActing: Rule = { words: 'while acting', admits: (actor) => actor.acting !== null };
export const notWhileActing: Rule = {
  words: 'not while acting',
  admits: (actor) => actor.acting === null,
  refusal: 'not_while_acting',
};

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
export function ownOrAdministered(some: readonly Plan[] = plans): Partial<Record<Plan, Rule>> {
  return { ...only(some, ownOnly), ...only(administrators) };
}

/**
 * Centers, referral centers and staff have cards and addresses; other members only when they may order vials (C-23,
 * C-11).
 */
export const ownOfBuyers: Partial<Record<Plan, Rule>> = {
  ...only(orderingPlans, withTag1),
  ...only([Plan.harvestCenter, Plan.referralCenter, Plan.staff], ownOnly),
};

export type Permissions = {
  readonly table: Policy;
  permits(actor: Actor, action: string): boolean;
  /** The reason why this actor has no right, or null. */
  objection(actor: Actor, action: string): CommonReason | null;
  /** Every action that this actor may take, for screens that show only what is possible. */
  of(actor: Actor): string[];
};

/** Merges the tables of all capabilities. An action in two of them is a mistake. */
export function permissionsFrom(policies: readonly Policy[]): Permissions {
  const rules = new Map<string, Partial<Record<Plan, Rule>>>();
  for (const [action, row] of policies.flatMap((policy) => Object.entries(policy))) {
    if (rules.has(action)) throw new Error(`The action ${action} has two rows in the policy tables.`);
    rules.set(action, row);
  }
  const permits = (actor: Actor, action: string) => rules.get(action)?.[actor.plan]?.admits(actor) ?? false;
  return {
    table: Object.fromEntries(rules),
    permits,
    objection: (actor, action) =>
      permits(actor, action) ? null : (rules.get(action)?.[actor.plan]?.refusal ?? 'not_permitted'),
    of: (actor) => [...rules.keys()].filter((action) => permits(actor, action)),
  };
}
