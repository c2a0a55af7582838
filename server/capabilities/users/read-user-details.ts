import { Plan } from '@vialkeep/contract/plans.ts';
import { readUserDetails, type UserDetails } from '@vialkeep/contract/users.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { noChain, objectsOf, relatedUsersOf, salesChainsOf, visibleTo } from '../network/index.ts';
import { processingOf } from '../patients/index.ts';
import { vialCounts } from '../vials/index.ts';
import { allowedUserActions, assignablePlans } from './may-administer.ts';

export const readUserDetailsHandler = handle(readUserDetails, async ({ actor, db, params }) => {
  const row = await findDetails(db, actor, params.id);
  const [related, chains, lab, tissue] = await Promise.all([
    relatedUsersOf(db, [row.id]),
    salesChainsOf(db, [row.id]),
    labOf(db, row.id),
    loadProcessing(db, row),
  ]);
  return {
    ...presentAccount(row),
    related_users: related.get(row.id) ?? [],
    processing_lab: lab,
    ...(chains.get(row.id) ?? noChain),
    ...tissue,
    may: allowedUserActions(actor, row),
    may_become: assignablePlans(actor, row),
  };
});

async function findDetails(db: Db, actor: Actor, id: number) {
  const row = await db
    .selectFrom('users')
    .innerJoin('plans', 'plans.id', 'users.plan_id')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.phone_number',
      'users.company',
      'users.address1',
      'users.address2',
      'users.city',
      'users.state_desc',
      'users.country_desc',
      'users.zip_code',
      'users.template_id',
      'users.tags',
      'users.date_joined',
      'users.last_login',
      'users.is_active',
      'users.version',
      'users.plan_id',
      'plans.name as plan_name',
      'users.domain_id',
      'domains.name as domain_name',
    ])
    .where('users.id', '=', id)
    .where('users.removed_at', 'is', null)
    .where(visibleTo(actor, id))
    .executeTakeFirst();
  return orNotFound(row);
}

type Row = Awaited<ReturnType<typeof findDetails>>;

function presentAccount(row: Row) {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone_number: row.phone_number,
    company: row.company,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state_desc: row.state_desc,
    country_desc: row.country_desc,
    zip_code: row.zip_code,
    template_id: row.template_id,
    subscription: { id: row.plan_id, name: row.plan_name },
    domain: { id: row.domain_id, name: row.domain_name },
    tags: row.tags,
    date_joined: row.date_joined.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
    is_active: row.is_active,
    version: row.version,
  };
}

type Details = z.input<typeof UserDetails>;

/** A lab is shown by its company, as in every list of labs. */
async function labOf(db: Db, id: number): Promise<Details['processing_lab']> {
  const lab = (await objectsOf(db, [id])).find(({ kind }) => kind === 'lab');
  return lab ? { id: lab.id, name: lab.company || `${lab.first_name} ${lab.last_name}`.trim() } : null;
}

/** Only a patient has processing data and vials. */
async function loadProcessing(
  db: Db,
  row: Row,
): Promise<Pick<Details, 'processing' | 'vials_available' | 'vials_shipped'>> {
  if (row.plan_id !== Plan.generalMember) return { processing: null, vials_available: null, vials_shipped: null };
  const [processing, vials] = await Promise.all([processingOf(db, [row.id]), vialCounts(db, [row.id])]);
  const counts = vials.get(row.id);
  return {
    processing: processing.get(row.id) ?? null,
    vials_available: counts?.available ?? 0,
    vials_shipped: counts?.shipped ?? 0,
  };
}
