import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { resetPassword } from '@vialkeep/contract/session.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fillBench } from '../../testing/bench/fill-bench.ts';
import { png } from '../../testing/documents/pictures.ts';
import { queryAs } from '../../testing/query-as.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let tables: string[];
const main = DomainId.parse(1);
const north = DomainId.parse(2);

beforeAll(async () => {
  world = await newWorld();
  await fillEveryTable();
  for (const site of [1, 2]) await fillBench(world, site);
  const rows = await world.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attname = 'domain_id'
       and not c.relispartition
     order by 1`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => world.close());

/** Inserts at least one row of each site into every table that belongs to a site. */
async function fillEveryTable(): Promise<void> {
  for (const [site, host] of [
    ['vialkeep.test', 'localhost'],
    ['north.test', 'north.localhost'],
  ] as const) {
    const email = `hc@${site}`;
    await world.actingAs(await world.as(`admin@${site}`, host), email, host);
    await world.call(await world.as(email, host), uploadHcLogo, { file: { name: 'l.png', bytes: png } });
    await world.call({ ...anonymousCaller, host }, resetPassword, { body: { email } });
  }
  await world.letters(2);
  await world.sql(
    `select append_access(gen_random_uuid(), 1, (select jsonb_agg(jsonb_build_object('at', now(), 'domain_id', domain_id,
       'subject_id', id, 'actor_id', id, 'user_id', id, 'session_id', 1, 'what', 0, 'object', ''))
     from users where email like 'hc@%'))`,
  );
  await world.sql(
    `insert into agreement_acceptances (domain_id, user_id, session_id, text_version, text_sha256, written_time, address)
     select domain_id, user_id, id, 'v', 's', 't', 'a' from sessions where kind = 'login'`,
  );
  await world.sql(
    `insert into coupon_uses (reference, coupon_id, domain_id, user_id, product_id, discount_cents)
     select 'use-' || users.id, coupons.id, users.domain_id, users.id, 3, 100
     from users, coupons where users.email like 'hc@%' and coupons.domain_id is null`,
  );
  await world.sql(
    `insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
       harvest_fee_cents, discount_cents, charged_cents, charged_quantity, gateway, gateway_id, invoice_id, description,
       receipt_email)
     select domain_id, id, 3, 1, 100, 100, 0, 0, 0, 100, 1, 'wall', 'charge-' || id, 1, 'A kit', email
     from users where email like 'hc@%'`,
  );
  await world.sql(
    `insert into transaction_changes (domain_id, transaction_id, note, before, after)
     select domain_id, id, 'A note', '{}', '{}' from transactions where gateway = 'wall'`,
  );
  await world.sql(
    `insert into refunds (domain_id, transaction_id, cents, reason, note, key, requested_by, state, reference)
     select domain_id, id, 1, 'other', 'A note', gen_random_uuid(), buyer_id, 'waiting', 'wall-' || id
     from transactions where gateway = 'wall'`,
  );
  await world.sql(
    `with seen as (insert into gateway_records (gateway, gateway_id, kind, domain_id, reference, cents, state, submitted_at,
       seen_at) select gateway, gateway_id, 'charge', domain_id, '', 100, 'unsettled', now(), now()
       from transactions where gateway = 'wall' returning *)
     insert into reconciliation_items (domain_id, kind, gateway, gateway_id, about, ours_cents)
     select domain_id, 'not_at_gateway', gateway, gateway_id, 'charge', 100 from seen`,
  );
  await world.sql(
    `with offers as (insert into storage_offers (domain_id, name, years, price_cents)
         select id, 'Wall', 1, 100 from domains where id in (1, 2) returning id, domain_id),
       plans as (insert into storage_enrolments (domain_id, patient_id, offer_id, starts_on)
         select offers.domain_id, users.id, offers.id, '2030-01-01' from offers
           join users on users.domain_id = offers.domain_id and users.email like 'hc@%' returning id, domain_id),
       invoices as (insert into storage_invoices (domain_id, enrolment_id, from_day, to_day, cents, due_on)
         select domain_id, id, '2030-01-01', '2030-12-31', 100, '2030-01-01' from plans returning id, domain_id)
     insert into storage_charges (invoice_id, domain_id, tried_on, gateway, reference)
     select id, domain_id, '2030-01-01', 'wall', 'wall-' || id from invoices`,
  );
  await world.sql(
    `insert into checkouts (domain_id, buyer_id, actor_id, invoice_id, fingerprint, ordered, total_cents, gateway, reference)
     select domain_id, id, id, 1, sha256('wall'), '{}', 100, 'wall', 'wall-' || id from users where email like 'hc@%'`,
  );
  await world.sql(
    `insert into signings
       (id, domain_id, reference, title, signer_name, signer_email, paper_file, paper_sha256, pages, place)
     select rpad('paper-' || id, 22, '-'), id, 'paper-' || id, 'A paper', 'A signer', 'signer@x.test', 'papers/a.pdf',
       repeat('0', 64), 1, '{}' from domains`,
  );
  await world.sql(
    "insert into signing_events (signing_id, domain_id, kind) select id, domain_id, 'made' from signings",
  );
  await world.sql(
    `insert into signing_links (link_hash, signing_id, domain_id, site_id, return_to, expires_at)
     select sha256(id::bytea), id, domain_id, domain_id, 'https://x.test/', now() from signings`,
  );
  await world.sql(
    `insert into guest_links (alias_hash, domain_id, document_id, sent_to, expires_at)
     select sha256(id::text::bytea), domain_id, id, 'signer@x.test', now() from documents on conflict do nothing`,
  );
  await world.sql(
    `insert into signing_supplements (signing_id, domain_id, login_changes)
     select id, domain_id, '{}' from signings on conflict do nothing`,
  );
  await world.sql(
    `insert into time_stamps (of, ref, by, domain_id, sha256, token, at)
     select 'audit', 'wall-' || id, 'own clock', id, repeat('0', 64), 'token', now() from domains`,
  );
  await world.sql(
    `insert into stamped_heads (of, ref, by, chain, domain_id, position)
     select of, ref, by, domain_id::text, domain_id, 1 from time_stamps where ref like 'wall-%'`,
  );
  await world.sql(
    `with clinics as (select id, domain_id from users where email like 'hc@%'),
       holds as (insert into credential_holds (domain_id, user_id, why)
         select domain_id, id, 'password_set_by_other' from clinics),
       keys as (insert into account_keys (key_hash, domain_id, site_id, user_id, purpose, expires_at)
         select sha256(id::text::bytea), domain_id, domain_id, id, 'not_me', now() from clinics),
       changes as (insert into email_changes (domain_id, user_id, asked_by, old_email, new_email)
         select domain_id, id, 'person', 'old@wall.test', 'new@wall.test' from clinics),
       codes as (insert into mailed_codes (domain_id, user_id, purpose, code_hmac, expires_at)
         select domain_id, id, 'hold', sha256('wall'), now() from clinics),
       asked as (insert into privacy_requests (domain_id, user_id, kind) select domain_id, id, 'export' from clinics),
       kept as (insert into legal_holds (domain_id, user_id, reason, by_id)
         select domain_id, id, 'A lawsuit', id from clinics),
       inspected as (insert into inspections (domain_id, agency, name, email, reason, made_by, ends_at, key_hash)
         select domain_id, 'Wall', 'Ann Wall', 'ann@wall.test', 'A visit', id, now() + interval '1 day',
           sha256(id::text::bytea) from clinics returning id, domain_id),
       entered as (insert into inspection_sessions (domain_id, inspection_id, token_hash)
         select domain_id, id, sha256(id::text::bytea) from inspected),
       inspection_code as (insert into inspection_codes (domain_id, inspection_id, code_hmac, expires_at)
         select domain_id, id, sha256('wall'), now() from inspected)
     insert into person_keys (user_id, domain_id, wrapped) select id, domain_id, 'wrapped' from clinics`,
  );
  await world.sql(
    `with clinics as (select id, domain_id from users where email like 'hc@%'),
       plans as (insert into commission_plans (domain_id, name, starts_on) select domain_id, 'Wall', '2040-01-01' from clinics
         returning id, domain_id),
       rules as (insert into commission_rules (plan_id, domain_id, level, rate_bp) select id, domain_id, 'rep', 1 from plans
         returning id, domain_id),
       lines as (insert into commission_lines (domain_id, person_id, level, kind, transaction_id, rule_id, cents, payable_on,
           retained)
         select clinics.domain_id, clinics.id, 'rep', 'earned', sold.id, rules.id, 0, '2040-01-01', true
         from clinics join rules using (domain_id) join transactions sold on sold.buyer_id = clinics.id and gateway = 'wall'
         returning id, domain_id),
       disputes as (insert into commission_disputes (domain_id, line_id) select domain_id, id from lines
         returning id, domain_id),
       messages as (insert into commission_messages (dispute_id, domain_id, author_id, text)
         select disputes.id, domain_id, clinics.id, 'Why?' from disputes join clinics using (domain_id)),
       tried as (insert into commission_simulations (domain_id, plan_id, from_day, to_day)
         select domain_id, id, '2026-01-01', '2026-01-02' from plans)
     insert into commission_backlogs (plan_id, domain_id) select id, domain_id from plans`,
  );
  await world.sql(
    `with clinics as (select id, domain_id from users where email like 'hc@%'),
       runs as (insert into payout_runs (domain_id, cutoff) select domain_id, '2026-01-01' from clinics
         returning id, domain_id),
       people as (insert into payout_people (run_id, person_id, domain_id, cents)
         select runs.id, clinics.id, domain_id, 100 from runs join clinics using (domain_id)),
       later as (insert into payout_carried_over (run_id, person_id, domain_id, cents)
         select runs.id, clinics.id, domain_id, -100 from runs join clinics using (domain_id))
     insert into payee_references (user_id, domain_id, reference) select id, domain_id, 'A-1' from clinics`,
  );
  for (const table of ['identity_policies', 'money_settings']) {
    await world.sql(`insert into ${table} (domain_id) select id from domains on conflict do nothing`);
  }
  await world.sql(
    `with clinics as (select id, domain_id from users where email like 'hc@%'),
       keys as (insert into passkeys (domain_id, user_id, credential_id, rp_id, public_key, label)
         select domain_id, id, sha256(id::text::bytea), 'wall.test', 'key', 'Laptop' from clinics),
       apps as (insert into totp_secrets (user_id, domain_id, sealed) select id, domain_id, 'sealed' from clinics),
       codes as (insert into recovery_codes (domain_id, user_id, code_hmac)
         select domain_id, id, sha256('wall') from clinics)
     insert into login_challenges (hash, domain_id, site_id, purpose, user_id, expires_at)
       select sha256(id::text::bytea), domain_id, domain_id, 'step_up', id, now() from clinics`,
  );
  await world.sql(
    `with made as (insert into api_keys (domain_id, owner_id, site_id, name, prefix, hash, scopes, expires_on)
         select domain_id, id, domain_id, 'Wall', 'wallwall', sha256(id::text::bytea), '{vials.read}', current_date
         from users where email like 'hc@%' returning id, domain_id),
       used as (insert into api_key_days (api_key_id, day, domain_id, calls)
         select id, current_date, domain_id, 1 from made)
     insert into idempotency_keys (api_key_id, text, domain_id, route, body_sha256)
       select id, 'wall', domain_id, 'POST /wall/', sha256('wall') from made`,
  );
  await world.sql(
    `with made as (insert into webhook_endpoints (domain_id, owner_id, url, types, secret)
         select domain_id, id, 'https://wall.example.com/', '{vials.added}', 'sealed'
         from users where email like 'hc@%' returning id, domain_id),
       announced as (insert into events (domain_id, type, subject, subject_id, data)
         select domain_id, 'webhook.test', 'webhook_endpoint', id, '{}' from made returning id, subject_id, domain_id),
       sent as (insert into webhook_deliveries (endpoint_id, domain_id, event_id)
         select subject_id, domain_id, id from announced returning id, domain_id)
     insert into webhook_attempts (delivery_id, number, domain_id, status, took_ms)
       select id, 1, domain_id, 500, 20 from sent`,
  );
  await world.sql(
    `with made as (insert into imports (domain_id, name, created_by)
         select domain_id, 'Wall', id from users where email like 'hc@%' returning id, domain_id, created_by),
       files as (insert into import_files (import_id, domain_id, kind, name, bytes, sha256)
         select id, domain_id, 'people', 'wall.csv', 1, repeat('0', 64) from made returning id, domain_id, import_id),
       parts as (insert into import_chunks (file_id, n, domain_id, bytes, sha256, stored_name)
         select id, 0, domain_id, 1, '', 'wall' from files),
       papers as (insert into import_pdfs (file_id, n, domain_id, import_id, name, path, base, bytes)
         select id, 0, domain_id, import_id, 'wall.pdf', 'wall.pdf', 'wall.pdf', 1 from files),
       lines as (insert into import_rows (file_id, row_no, domain_id, import_id, kind)
         select id, 2, domain_id, import_id, 'people' from files),
       keys as (insert into source_keys (domain_id, kind, key, target_id, import_id)
         select domain_id, 'people', 'wall', created_by, id from made),
       aliases as (insert into vial_aliases (domain_id, alias, vial_id)
         select domain_id, 'WALL', min(id) from vials group by domain_id),
       waves as (insert into import_waves (import_id, domain_id, plans, per_hour, created_by)
         select id, domain_id, '{2}', 1, created_by from made returning id, domain_id, created_by),
       letter as (insert into letters (domain_id, kind, recipient, sender, subject, text_body, html_body, message_id)
         select domain_id, 'wall', 'a@wall.test', 'wall', 'wall', '', '', 'wall-import-' || id from waves
         returning id, domain_id)
     insert into wave_invitations (user_id, domain_id, wave_id, letter_id)
       select created_by, waves.domain_id, waves.id, letter.id from waves join letter using (domain_id)`,
  );
}

/** Rows without a domain are for all sites, and each site can read them (S-31). */
const sharedWithAll = ['assets', 'commission_plans', 'commission_rules', 'coupons'];
/** In a subquery, which PostgreSQL evaluates once for a statement. */
const CHOSEN = '( SELECT chosen_domain() AS chosen_domain)';
const SHARED = `shared: vialkeep_tenant: SELECT: ((domain_id IS NULL) AND (${CHOSEN} IS NOT NULL)): -`;

const query = (scope: DomainId | 'platform', text: string, values: unknown[] = []) =>
  queryAs(world.app.services.store, scope, text, values);

describe('Row-level security between sites', () => {
  test('every table that belongs to a site has forced row-level security with exactly these policies', async () => {
    expect(tables.length).toBeGreaterThanOrEqual(10);
    const rows = await world.sql<{ name: string; enabled: boolean; forced: boolean; policies: string[] }>(
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
         array(select p.policyname || ': ' || array_to_string(p.roles, ',') || ': ' || p.cmd || ': ' || coalesce(p.qual, '-')
               || ': ' || coalesce(p.with_check, '-') from pg_policies p
               where p.schemaname = 'public' and p.tablename = c.relname order by 1) as policies
       from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1) order by 1`,
      [tables],
    );
    const own = `(domain_id = ${CHOSEN})`;
    for (const { name, enabled, forced, policies } of rows) {
      expect({ name, enabled, forced }).toEqual({ name, enabled: true, forced: true });
      expect(policies, name).toEqual([
        'every_site: vialkeep_platform: ALL: true: true',
        `own_site: vialkeep_tenant: ALL: ${own}: ${own}`,
        expect.stringMatching(/^owner: (?!vialkeep_(runtime|platform|tenant))\w+: ALL: true: true$/),
        ...(sharedWithAll.includes(name) ? [SHARED] : []),
      ]);
    }
  });

  test('every policy evaluates the site once for a statement', async () => {
    const policies = await world.sql<{ name: string; words: string }>(
      `select tablename || ' ' || policyname as name, concat_ws(' ', qual, with_check) as words from pg_policies`,
    );
    expect(policies.filter(({ words }) => words.includes(CHOSEN)).length).toBeGreaterThan(30);
    for (const { name, words } of policies) {
      expect(words.replaceAll('SELECT chosen_domain()', ''), name).not.toContain('chosen_domain()');
    }
    const plan = await query(main, 'explain select id from users');
    expect(plan.map((line) => Object.values(line).join()).join('\n')).toMatch(/InitPlan/);
  });

  test('no view bypasses row-level security, and only known functions run as their owner', async () => {
    expect(
      await world.sql(
        "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') and not coalesce(reloptions, '{}') @> '{security_invoker=true}'",
      ),
    ).toEqual([]);
    const definers = await world.sql(
      "select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1",
    );
    expect(definers.map(({ proname }) => proname)).toEqual([
      'add_to_places',
      'analyze_import_rows',
      'analyze_imported_tables',
      'audit_append',
      'commission_lines_stay_on_site',
      'commission_rule_is_kept',
      'correct_sales_totals',
      'count_done_refund',
      'count_stage_days',
      'count_stages',
      'create_access_partition',
      'custody_append',
      'custody_lock',
      'delete_imported_labels',
      'delete_imported_transactions',
      'drop_access_partition',
      'email_is_reserved',
      'email_is_taken',
      'email_is_taken',
      'emails_with_account',
      'end_visits',
      'enqueue',
      'erase_api_keys',
      'erase_commission_messages',
      'erase_harvest_notes',
      'erase_imported_rows',
      'erase_payee',
      'erase_person',
      'erase_reconciliation_notes',
      'erase_refund_notes',
      'erase_storage_notes',
      'erase_webhook_endpoints',
      'erased_people_get_nothing',
      'erasure_obstacles',
      'has_tissue_in_process',
      'may_be_released',
      'move_stage_days',
      'move_user_bitmaps',
      'next_transaction_id',
      'note_second_factor',
      'number_storage_invoice',
      'patients_change_account_patients',
      'places_sum_their_parts',
      'post_earlier_sales',
      'post_entries',
      'post_entry',
      'post_new_sales',
      'post_sales',
      'queue_fan_out',
      'refresh_account_patients',
      'refunds_stay_within_charge',
      'refuse_undone_people',
      'relations_change_account_patients',
      'release_coupon',
      'release_dead_workers',
      'release_unconfirmed_address',
      'reopen_commission_backlogs',
      'reserve_old_addresses',
      'sandbox_refund',
      'search_own_site',
      'search_own_site_in',
      'site_person_by_email',
      'storage_end_is_signed',
      'sum_journal_lines',
      'take_coupon',
      'tidy_up',
      'toggle_user_bitmaps',
      'transaction_is_undone',
      'update_sales_totals',
      'vials_change_account_patients',
      'vials_fill_places',
    ]);
  });

  test('the role that serves requests owns nothing and cannot bypass row-level security', async () => {
    const roles = await world.sql(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolinherit
       from pg_roles where rolname like 'vialkeep\\_%' and rolname in ('vialkeep_runtime', 'vialkeep_platform', 'vialkeep_tenant')`,
    );
    expect(roles).toHaveLength(3);
    for (const { rolname, ...rights } of roles) expect(Object.values(rights), rolname).toEqual(Array(6).fill(false));
    const owned = await world.sql(
      `select count(*)::int as n from pg_shdepend d join pg_roles r on r.oid = d.refobjid
       where d.deptype = 'o' and r.rolname in ('vialkeep_runtime', 'vialkeep_platform', 'vialkeep_tenant')`,
    );
    expect(owned).toEqual([{ n: 0 }]);
    for (const role of ['vialkeep_platform', 'vialkeep_tenant']) {
      const created = await world.sql(`select has_schema_privilege($1, 'public', 'create') as may`, [role]);
      expect(created, role).toEqual([{ may: false }]);
    }
    await expect(query('platform', 'create table public.mine ()')).rejects.toMatchObject({ code: '42501' });
  });

  test('a site reads no row of another site, in any table, with any condition', async () => {
    for (const table of tables) {
      const everything = await query('platform', `select domain_id from ${table} where domain_id = 1`);
      expect(everything.length, `${table} has rows of the main site`).toBeGreaterThan(0);
      expect(await query(north, `select * from ${table} where domain_id <> 2`), table).toEqual([]);
      expect(await query(north, `select * from ${table} where domain_id = 1 or true and domain_id = 1`), table).toEqual(
        [],
      );
      expect(await query(main, `select * from ${table} where domain_id <> 1`), table).toEqual([]);
    }
  });

  test('a site cannot move a row into another site, in any table', async () => {
    for (const table of tables) {
      const move = query(north, `update ${table} set domain_id = 1`);
      // 55000: no view that joins tables can be written.
      await expect(move, table).rejects.toMatchObject({ code: expect.stringMatching(/42501|55000/) });
    }
  });

  test('a site can neither change nor create a row of another site', async () => {
    const person = "plan_id, email, first_name, last_name) values (1, 2, 'x@y.test', 'x', 'y')";
    await expect(query(north, `insert into users (domain_id, ${person}`)).rejects.toThrow(
      'new row violates row-level security policy for table "users"',
    );
    expect(await query(north, "update users set city = 'Taken' where domain_id = 1 returning id")).toEqual([]);
    expect(
      await query(north, "update users set city = 'Taken' where id in (select id from users) returning domain_id"),
    ).not.toContainEqual({ domain_id: 1 });
    expect(await world.sql("select 1 from users where city = 'Taken' and domain_id = 1")).toEqual([]);
  });

  test('no relation can connect users of different sites', async () => {
    const hc = await world.idOf('hc@vialkeep.test');
    const patient = await world.idOf('patient@north.test');
    await world.sql('update relations set ended_at = now() where subject_id = $1', [patient]);
    for (const domain of [1, 2]) {
      const insert = `insert into relations (domain_id, subject_id, kind, object_id) values (${domain}, ${patient}, 'center', ${hc})`;
      await expect(world.sql(insert)).rejects.toMatchObject({ code: '23503' });
    }
  });
});

describe('Connections without a site', () => {
  test('a connection without a site reads no rows', async () => {
    const [row] = await world.sql<{ name: string }>('select current_database() as name');
    const bare = new pg.Client({ connectionString: inDatabase(inject('runtimeUrl'), row?.name ?? '') });
    await bare.connect();
    try {
      for (const table of tables) {
        await expect(bare.query(`select * from ${table}`), table).rejects.toMatchObject({ code: '42501' });
      }
      await bare.query('set role vialkeep_tenant');
      for (const table of tables) expect((await bare.query(`select * from ${table}`)).rows, table).toEqual([]);
      await bare.query("set app.domain = ''");
      for (const table of tables) expect((await bare.query(`select * from ${table}`)).rows, table).toEqual([]);
      await expect(bare.query('select * from graphile_worker._private_jobs')).rejects.toMatchObject({ code: '42501' });
      await expect(bare.query('select * from rate_limits')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await bare.end();
    }
  });

  test('a connection never keeps the site of its previous user', async () => {
    const { store } = world.app.services;
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const scope = n % 2 ? main : north;
        const rows = await queryAs<{ domain_id: number }>(store, scope, 'select distinct domain_id from users', []);
        return rows.every(({ domain_id }) => domain_id === scope) && rows.length === 1;
      }),
    );
    expect(seen).not.toContain(false);
  });

  test('an invalid site gets no connection', async () => {
    const { store } = world.app.services;
    // @NOTE these values violate the type on purpose.
    for (const scope of ["1'; reset role; --", 1.5, Number.NaN, null] as unknown as DomainId[]) {
      await expect(queryAs(store, scope, 'select 1', [])).rejects.toThrow('A scope is a domain id.');
    }
  });
});
