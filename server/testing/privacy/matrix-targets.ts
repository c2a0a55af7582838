import type { World } from '../world.ts';

/** Records of the capabilities privacy and inspections. Each caller has other ones, because a successful call ends them. */
export const privacyThings = [
  'question',
  'reviewed',
  'erasure',
  'export',
  'hold',
  'erased',
  'keptPaper',
  'inspection',
] as const;
export type PrivacyThing = (typeof privacyThings)[number];

/** Adds one record of every kind about this account, or about an erased account of its site; returns their ids. */
export async function addPrivacyRecords(world: World, userId: number): Promise<Record<PrivacyThing, number>> {
  const erased = await addErased(world, userId);
  return {
    question: await addRequest(world, userId, 'question', 'received'),
    reviewed: await addRequest(world, userId, 'question', 'received'),
    erasure: await addRequest(world, await addNewcomer(world, userId), 'erasure', 'received'),
    export: await addRequest(world, userId, 'export', 'withdrawn'),
    hold: await addHold(world, await addNewcomer(world, userId)),
    erased,
    keptPaper: await addPaper(world, erased),
    inspection: await addRunningInspection(world, userId),
  };
}

async function idFrom(world: World, text: string, values: unknown[]): Promise<number> {
  const [row] = await world.sql<{ id: number }>(text, values);
  return row?.id ?? 0;
}

function addNewcomer(world: World, userId: number): Promise<number> {
  return idFrom(
    world,
    `insert into users (domain_id, plan_id, email, first_name, last_name, check_agreement)
     select domain_id, 2, md5(random()::text) || '@strangers.test', 'Lone', 'Stranger', 'yes'
     from users where id = $1 returning id`,
    [userId],
  );
}

async function addErased(world: World, userId: number): Promise<number> {
  const id = await addNewcomer(world, userId);
  await world.sql('update users set is_active = false, removed_at = now(), erased_at = now() where id = $1', [id]);
  return id;
}

function addRequest(world: World, userId: number, kind: string, state: string): Promise<number> {
  return idFrom(
    world,
    `insert into privacy_requests (domain_id, user_id, kind, text, state, ended_at)
     select domain_id, id, $2, 'Why?', $3, case when $3 = 'withdrawn' then now() end from users where id = $1 returning id`,
    [userId, kind, state],
  );
}

function addHold(world: World, userId: number): Promise<number> {
  return idFrom(
    world,
    `insert into legal_holds (domain_id, user_id, reason, by_id)
     select domain_id, id, 'A lawsuit', id from users where id = $1 returning id`,
    [userId],
  );
}

function addRunningInspection(world: World, userId: number): Promise<number> {
  return idFrom(
    world,
    `insert into inspections (domain_id, agency, name, email, reason, made_by, ends_at, key_hash)
     select domain_id, 'State agency', 'Ina Specht', 'ina@agency.test', 'A visit', id, now() + interval '3 days',
       sha256(random()::text::bytea) from users where id = $1 returning id`,
    [userId],
  );
}

/** A signed document whose file is missing. */
function addPaper(world: World, userId: number): Promise<number> {
  return idFrom(
    world,
    `insert into documents (domain_id, document_id, kind, name, status, signer_id, signer_name, signer_email, code, file,
       sha256, completed_at, hidden_at)
     select domain_id, left(md5(random()::text), 22), 'storage', 'Storage', 'Completed', id, username, email,
       md5(random()::text), 'documents/' || md5(random()::text) || '.pdf', encode(sha256('x'), 'hex'), now(), now()
     from users where id = $1 returning id`,
    [userId],
  );
}
