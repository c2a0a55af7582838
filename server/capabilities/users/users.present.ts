import type { ProcessingData } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { ListedUser, SalesChain } from '@vialkeep/contract/users.ts';
import type { z } from 'zod';
import type { Actor } from '../../kernel/session/actor.ts';
import type { PaymentProfiles } from '../cards/index.ts';
import type { DocumentOfUser } from '../documents/index.ts';
import type { RelatedTree } from '../network/index.ts';
import type { VialCounts } from '../vials/index.ts';
import { allowedUserActions, maySetLogin } from './may-administer.ts';
import type { ListedRow } from './users.queries.ts';

type Listed = z.input<typeof ListedUser>;

export type ListedParts = {
  readonly row: ListedRow;
  readonly awaitsReview: boolean;
  readonly related: readonly RelatedTree[];
  readonly chain: z.input<typeof SalesChain>;
  readonly processing: ProcessingData | undefined;
  readonly vials: VialCounts | undefined;
  readonly documents: readonly DocumentOfUser[];
  readonly staff: Listed['hc_staff'];
  readonly profiles: PaymentProfiles;
};

export function presentListedUser(actor: Actor, parts: ListedParts): Listed {
  const { row, awaitsReview, related, chain, processing, vials, documents, staff, profiles } = parts;
  const isMember = row.plan_id === Plan.generalMember;
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    company: row.company,
    phone_number: row.phone_number,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state_desc: row.state_desc,
    country_desc: row.country_desc,
    zip_code: row.zip_code,
    subscription: row.plan_id,
    subscription_name: row.plan_name,
    domain: { id: row.domain_id, name: row.domain_name },
    tags: row.tags,
    date_joined: row.date_joined.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
    template_id: row.template_id,
    document_id: row.document_id,
    documents: [...documents],
    related_users: [...related],
    hc_desc: companiesOf(related, Plan.harvestCenter),
    rhc_desc: companiesOf(related, Plan.referralCenter),
    ...chain,
    hc_staff: staff,
    ...profiles,
    processing: isMember ? (processing ?? null) : null,
    vials_available: isMember ? (vials?.available ?? 0) : null,
    vials_shipped: isMember ? (vials?.shipped ?? 0) : null,
    awaits_review: awaitsReview,
    may: [...allowedUserActions(actor, row), ...(awaitsReview && maySetLogin(actor, row) ? ['review' as const] : [])],
  };
}

function companiesOf(related: readonly RelatedTree[], plan: typeof Plan.harvestCenter | typeof Plan.referralCenter) {
  return related.filter(({ subscription }) => subscription === plan).map(({ id, company }) => ({ id, company }));
}
