import { DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { PlanId } from '@vialkeep/contract/plans.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { mayBeActedFor } from './users.policy.ts';
import type { PersonRow } from './users.queries.ts';

export function presentPerson(row: PersonRow): SessionUser {
  return {
    id: UserId.parse(row.id),
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    company: row.company,
    phone_number: row.phone_number,
    email: row.email,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state_desc: row.state_desc,
    country_desc: row.country_desc,
    zip_code: row.zip_code,
    template_id: row.template_id,
    document_id: row.document_id,
    hc_logo: row.hc_logo,
    date_joined: row.date_joined.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
    subscription: { id: PlanId.parse(row.plan_id), name: row.plan_name },
    tags: row.tags,
    saless_rep_id: idOfFirst(row.reps),
    hc_desc: row.centers.map((center) => ({ ...center, id: UserId.parse(center.id) })),
    rhc_desc: row.referral_centers.map(companyOf),
    referral_hc_desc: row.referral_centers.map(companyOf),
    harvest_center_temporal: idOfFirst(row.centers),
    domain: { id: DomainId.parse(row.domain_id), name: row.domain_name },
    check_agreement: row.check_agreement,
  };
}

type ListedRow = {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  company: string;
  phone_number: string;
  plan_id: number;
  plan_name: string;
  domain_id: number;
  domain_name: string;
  date_joined: Date;
  last_login: Date | null;
};

export function presentListedUser(actor: Actor, row: ListedRow): ListedUser {
  const plan = PlanId.parse(row.plan_id);
  return {
    id: UserId.parse(row.id),
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    company: row.company,
    phone_number: row.phone_number,
    subscription: plan,
    subscription_name: row.plan_name,
    domain: { id: row.domain_id, name: row.domain_name },
    date_joined: row.date_joined.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
    may: mayBeActedFor(actor, { id: row.id, plan, domainId: row.domain_id }) ? ['login_as'] : [],
  };
}

function idOfFirst(related: readonly { id: number }[]): UserId | null {
  const [first] = related;
  return first ? UserId.parse(first.id) : null;
}

function companyOf(center: { id: number; company: string }): { id: UserId; company: string } {
  return { id: UserId.parse(center.id), company: center.company };
}
