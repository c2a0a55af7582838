import { exportAudit, listAllSessions, listAudit, verifyAudit } from '@vialkeep/contract/audit.ts';
import { FORMULA_SIGNS, harmless } from '@vialkeep/contract/kernel/csv.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { loginAsUser } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellsOf } from '../../testing/csv/csv-cells.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

/** Changes a row as a person with the database owner's password could, with the triggers disabled. */
async function tamper(table: string, statement: string): Promise<void> {
  await world.sql(`alter table ${table} disable trigger all`);
  await world.sql(statement);
  await world.sql(`alter table ${table} enable trigger all`);
}

describe('The file of changes', () => {
  test('the file has every row of the list in the order of the chain, with readable values and harmless cells', async () => {
    const admin = await world.as('admin');
    const hc = await world.as('hc');
    await world.call(hc, updateUser, { params: { id: hc.user.id }, body: { city: '=Danger' } });
    const query = { subject_id: hc.user.id };
    const { count } = await world.call(admin, listAudit, { query });
    const file = await world.send(admin, exportAudit, { query });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/changes-.*\.csv/);
    const lines = file.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(count + 1);
    expect(lines[0]).toContain('at,site,actor,actor_id,account');
    expect(lines.at(-1)).toContain('=Danger');
    expect(lines.at(-1)).not.toMatch(/(^|,)=Danger/);
  });

  test('the cells of the file are the values of the list, with hostile texts escaped', async () => {
    const admin = await world.as('admin');
    const target = await world.idOf('patient2@vialkeep.test');
    for (const sign of FORMULA_SIGNS) {
      await world.call(admin, loginAsUser, { body: { user_id: target, reason: `${sign}1, "a";${sign}2` } });
    }
    const query = { subject_id: target, action: 'session.start_viewing' };
    const { results } = await world.call(admin, listAudit, { query: { ...query, limit: 100 } });
    const { body } = await world.send(admin, exportAudit, { query });
    const rows = cellsOf(body.slice(1)).slice(1);
    expect(rows).toHaveLength(FORMULA_SIGNS.length);
    expect(rows).toEqual(
      results
        .toReversed()
        .map((row) => [
          row.at,
          row.site,
          row.actor?.name ?? '',
          String(row.actor?.id ?? ''),
          row.user?.name ?? '',
          String(row.user?.id ?? ''),
          row.action,
          row.subject,
          row.subject_id,
          harmless(JSON.stringify(row.facts)),
          harmless(JSON.stringify(row.changes)),
          row.address ?? '',
          row.device ?? '',
          row.request_id,
        ]),
    );
  });

  test('the file of an administrator of one site has no row of another', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const { body } = await world.send(north, exportAudit);
    expect(
      body
        .split('\r\n')
        .slice(1, -1)
        .every((line) => line.split(',')[1] === 'Northlight'),
    ).toBe(true);
  });

  test('more rows than one page are all exported once', async () => {
    const admin = await world.as('admin');
    await world.sql(`insert into audit_log (domain_id, action, subject, subject_id, request_id)
      select 1, 'test.page', 'domain', '1', n::text from generate_series(1, 2500) n`);
    const { body } = await world.send(admin, exportAudit, { query: { action: 'test.page' } });
    const requests = body
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',').at(-1)));
    expect(requests).toEqual(Array.from({ length: 2500 }, (_, n) => n + 1));
  });
});

describe('Verification by an administrator', () => {
  test('intact chains are reported with their sizes', async () => {
    const admin = await world.as('admin');
    const answer = await world.call(admin, verifyAudit);
    expect(answer).toMatchObject({ intact: true, first_break: null });
    expect(Math.min(answer.audit_rows, answer.custody_events)).toBeGreaterThan(0);
  });

  test('one altered row is named, and its repair is intact again', async () => {
    const admin = await world.as('admin');
    const [row] = await world.sql<{ position: number; action: string }>(
      'select position, action from audit_log where domain_id = 1 order by position desc offset 5 limit 1',
    );
    const change = (action: string | undefined) =>
      tamper(
        'audit_log',
        `update audit_log set action = '${action}' where domain_id = 1 and position = ${row?.position}`,
      );
    await change('users.other');
    expect(await world.call(admin, verifyAudit)).toMatchObject({
      intact: false,
      first_break: `Change ${row?.position} of Vialkeep was altered.`,
    });
    await change(row?.action);
    expect(await world.call(admin, verifyAudit)).toMatchObject({ intact: true });
  });

  test('an altered event of custody is named by its patient', async () => {
    const admin = await world.as('super');
    const [event] = await world.sql<{ patient_id: number; position: number; kind: string }>(
      'select patient_id, position, kind from custody_events order by patient_id limit 1',
    );
    const change = (kind: string | undefined) =>
      tamper(
        'custody_events',
        `update custody_events set request_id = request_id || '${kind}'
         where patient_id = ${event?.patient_id} and position = ${event?.position}`,
      );
    await change('x');
    const { first_break } = await world.call(admin, verifyAudit);
    expect(first_break).toContain(`Custody of patient #${event?.patient_id}`);
  });
});

describe('The open sessions as an administrator reads them', () => {
  test('a session is listed with its account, and an acting one with the person who acts and the reason', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'rhc@vialkeep.test');
    const { results } = await world.call(admin, listAllSessions, { query: { user_id: acting.user.id } });
    expect(results[0]).toMatchObject({
      user: { id: acting.user.id },
      by: { id: admin.user.id },
      proved_by: 'password',
      level: 1,
    });
    expect(JSON.stringify(results)).not.toMatch(/hash|token/);
  });

  test('an administrator of one site sees only its sessions', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    await world.as('hc');
    const { results } = await world.call(north, listAllSessions);
    const [main] = await world.sql<{ ids: number[] }>('select array_agg(id) as ids from users where domain_id = 1');
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ user }) => main?.ids.includes(user.id))).toEqual([]);
  });
});
