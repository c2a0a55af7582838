import type { RelatedUser } from '@vialkeep/contract/network.ts';
import type { KnownUser } from '@vialkeep/contract/session.ts';
import type { z } from 'zod';
import type { PersonRow } from './network.queries.ts';

export function presentPerson(row: PersonRow): z.input<typeof KnownUser> {
  return {
    id: row.id,
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
    subscription: { id: row.plan_id, name: row.plan_name },
    tags: row.tags,
    saless_rep_id: row.rep_id,
    hc_desc: row.centers,
    rhc_desc: row.referral_centers.map(companyOf),
    referral_hc_desc: row.referral_centers.map(companyOf),
    harvest_center_temporal: row.centers[0]?.id ?? null,
    domain: { id: row.domain_id, name: row.domain_name },
    check_agreement: row.check_agreement,
  };
}

function companyOf(center: { id: number; company: string }) {
  return { id: center.id, company: center.company };
}

type RelatedRow = {
  id: number;
  first_name: string;
  last_name: string;
  company: string;
  email: string;
  plan_id: z.input<typeof RelatedUser>['subscription'];
};

export function presentRelated(row: RelatedRow): z.input<typeof RelatedUser> {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    company: row.company,
    email: row.email,
    subscription: row.plan_id,
  };
}
