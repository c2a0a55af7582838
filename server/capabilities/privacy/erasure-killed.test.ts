import { askForPrivacy, erasePerson } from '@vialkeep/contract/privacy.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditTables, databaseDigest } from '../../testing/database-digest.ts';
import { enrolApp, enrolPasskey } from '../../testing/identity/enrolment.ts';
import { erasable, newErasablePerson, traces } from '../../testing/privacy/erasable-person.ts';
import { KillableServer } from '../../testing/servers/killable-server.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

/** The tables that an erasure changes, in the order of its steps. */
const STEPS = (
  'relations signing_links signings documents transactions checkouts saved_cards labels letters locations known_devices ' +
  'email_changes sessions files passkeys totp_secrets recovery_codes person_keys users privacy_requests'
).split(' ');
/** Each step needs a server of its own, which takes seconds to start. */
const killedAt = process.env.LONG ? STEPS : ['totp_secrets', 'privacy_requests'];
const TIMEOUT_MS = killedAt.length * 60_000;
const GATE = 7_311;

let world: World;
let admin: Caller;
let person: { id: number; caller: Caller };
let requestId: number;
let folder: string;
beforeAll(async () => {
  world = await newWorld();
  folder = world.app.services.settings.dataDir;
  admin = await world.as('admin');
  person = await newErasablePerson(world);
  await enrolApp(world, person.caller);
  await enrolPasskey(world, person.caller, { isFirst: false });
  const { request } = await world.call(person.caller, askForPrivacy, { body: { kind: 'erasure', text: 'Please' } });
  requestId = request.id;
  await world.letters();
  await world.sql(
    `create function wait_at_gate() returns trigger language plpgsql as
     $$ begin perform pg_advisory_xact_lock(${GATE}); return case tg_op when 'DELETE' then old else new end; end $$`,
  );
}, TIMEOUT_MS);
afterAll(() => world.close());

const sent = () => ({ params: { id: requestId }, body: { confirm: `#${person.id}` }, token: admin.token ?? '' });

async function untilOneWaits(): Promise<void> {
  const waits = async () =>
    (await world.sql(`select 1 from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`)).length;
  while ((await waits()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Waits until the database has noticed that the killed server is gone. */
async function untilNoneWaits(): Promise<void> {
  const held = async () =>
    (
      await world.sql(
        `select 1 from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
           and query like '%erase_person%' or datname = current_database() and state = 'idle in transaction'`,
      )
    ).length;
  while ((await held()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function countFactors(): Promise<number | undefined> {
  const [row] = await world.sql<{ n: number }>(
    `select (select count(*) from passkeys where user_id = $1)::int + (select count(*) from totp_secrets
       where user_id = $1)::int + (select count(*) from recovery_codes where user_id = $1)::int as n`,
    [person.id],
  );
  return row?.n;
}

/** A started server writes its own rows, and its jobs go on with the papers of other people. */
const OWN_OF_SERVER = ['job_workers', 'backfills', 'document_sweeps', 'time_stamps', 'rate_limits', ...auditTables];
const PAPERS = ['documents', 'signings', 'signing_events'];

async function digestAll(): Promise<unknown> {
  const papers = await world.sql(
    `select md5(string_agg(to_jsonb(d)::text || coalesce(to_jsonb(s)::text, ''), '|' order by d.id)) as papers
     from documents d left join signings s on s.id = d.provider_id where d.signer_id = $1 or d.signer_email = $2`,
    [person.id, erasable.email],
  );
  return [await databaseDigest(world, [...OWN_OF_SERVER, ...PAPERS]), papers];
}

describe('An erasure whose server is killed with -9', { timeout: TIMEOUT_MS }, () => {
  test.each(killedAt)('an erasure that is killed at the table %s has changed nothing', async (table) => {
    const before = await digestAll();
    await world.sql(
      `create trigger gate before update or delete on ${table} for each row execute function wait_at_gate()`,
    );
    await world.sql('select pg_advisory_lock($1)', [GATE]);
    const server = await KillableServer.start(world.name, folder);
    await server.callAndKill(erasePerson, sent(), untilOneWaits);
    await world.sql('select pg_advisory_unlock($1)', [GATE]);
    await untilNoneWaits();
    await world.sql(`drop trigger gate on ${table}`);
    expect(await digestAll()).toEqual(before);
    expect(await countFactors()).toBe(12);
    expect(await world.sql("select 1 from audit_log where action = 'privacy.erase'")).toEqual([]);
  });

  test('an erasure that was killed is completed once by the next call, with the second factors, and the next server does the jobs of the killed one', async () => {
    const first = await KillableServer.start(world.name, folder);
    await first.call(erasePerson, sent());
    await first.kill9();
    expect(await world.refusalOf(admin, erasePerson, sent())).toEqual({ status: 409, reason: 'already_erased' });
    expect(await countFactors()).toBe(0);
    await world.letters();
    expect(await world.app.services.files.open('user-logos/planted.png')).toBeNull();
    const [account] = await world.sql<{ account: string }>(
      'select to_jsonb(u)::text as account from users u where id = $1',
      [person.id],
    );
    expect(traces.filter((word) => account?.account.includes(word))).toEqual([]);
    const erased = await world.sql("select 1 from audit_log where action = 'privacy.erase' and subject_id = $1", [
      String(person.id),
    ]);
    expect(erased).toHaveLength(1);
  });
});
