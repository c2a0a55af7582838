import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approveEmailChange, confirmEmail, readOwnEmail, undoEmailChange } from '@vialkeep/contract/email-changes.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { login } from '@vialkeep/contract/session.ts';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { jobsWith } from '../../all-jobs.ts';
import { openMail } from '../../integrations/mail/open-mail.ts';
import { startJobs } from '../../kernel/jobs/jobs.ts';
import { openLetter } from '../../kernel/mail/outbox.ts';
import { openDataKey } from '../../kernel/secrets/data-key.ts';
import { fakeSmtp } from '../../testing/fakes/mail/fake-smtp.ts';
import { PASSWORD } from '../../testing/people.ts';
import { KillableServer } from '../../testing/servers/killable-server.ts';
import { inDatabase, testSettings } from '../../testing/test-settings.ts';
import { newWorld, type World } from '../../testing/world.ts';

const PATIENT = 'patient2@vialkeep.test';
const NEW = 'moved@people.test';

let world: World;
const folders: string[] = [];
const servers: KillableServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill9();
  await world.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function startServer(folder: string): Promise<KillableServer> {
  const server = await KillableServer.start(world.name, folder);
  servers.push(server);
  return server;
}

type Stored = { recipient: string; message_id: string; text_body: string; html_body: string; sealed: boolean };

/** Waits for this many emails about the change and returns them decrypted. */
async function lettersOf(folder: string, least: number): Promise<Stored[]> {
  const find = () => world.sql<Stored>('select * from letters where recipient = any($1) order by id', [[PATIENT, NEW]]);
  await vi.waitFor(async () => expect((await find()).length).toBeGreaterThanOrEqual(least), {
    timeout: 100_000,
    interval: 100,
  });
  const dataKey = await openDataKey(testSettings(folder));
  return (await find()).map((letter) => openLetter(dataKey, letter));
}

function keyIn(letters: readonly Stored[], to: string, which: string): string {
  const text = letters.find(({ recipient }) => recipient === to)?.text_body ?? '';
  return new RegExp(`/email-${which}\\?key=([\\w-]+)`).exec(text)?.[1] ?? '';
}

const state = async () =>
  (
    await world.sql(
      `select u.email, c.letters_at is not null as letters, c.confirmed_at is not null as confirmed,
         c.approved_at is not null as approved, c.applied_at is not null as applied, c.ended_why
       from email_changes c join users u on u.id = c.user_id`,
    )
  )[0];

test('a server killed between any two steps leaves the change in a defined state, and the next step continues', async () => {
  world = await newWorld();
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-killed-'));
  folders.push(folder);
  const id = await world.idOf(PATIENT);

  const first = await startServer(folder);
  const { token } = await first.call(login, { body: { email: PATIENT, password: PASSWORD } });
  // The table lock stops the job before it writes its first email.
  await world.sql('begin');
  await world.sql('lock table letters in share mode');
  await first.call(updateUser, { token, params: { id }, body: { email: NEW } });
  const waiting = () => world.sql("select 1 from pg_locks where relation = 'letters'::regclass and not granted");
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 60_000, interval: 50 });
  await first.kill9();
  await world.sql('rollback');
  const asked = { email: PATIENT, confirmed: false, approved: false, applied: false, ended_why: null };
  await vi.waitFor(async () => expect(await state()).toEqual({ ...asked, letters: false }), {
    timeout: 60_000,
    interval: 50,
  });

  const second = await startServer(folder);
  // The jobs of a dead worker are released every minute; the test does not wait for that.
  await vi.waitFor(
    async () => {
      await world.sql('select release_dead_workers()');
      expect(await world.sql('select 1 from letters where recipient = $1', [NEW])).toHaveLength(1);
    },
    { timeout: 100_000, interval: 100 },
  );
  const letters = await lettersOf(folder, 2);
  expect(letters).toHaveLength(2);
  expect(await state()).toEqual({ ...asked, letters: true });
  await second.call(confirmEmail, { body: { key: keyIn(letters, NEW, 'confirm') } });
  await second.kill9();
  expect(await state()).toEqual({ ...asked, letters: true, confirmed: true });

  const third = await startServer(folder);
  expect((await third.call(readOwnEmail, { token })).pending).toMatchObject({ email: NEW, needs: ['old'] });
  await third.call(approveEmailChange, { body: { key: keyIn(letters, PATIENT, 'approve') } });
  await third.kill9();
  const applied = { email: NEW, letters: true, confirmed: true, approved: true, applied: true, ended_why: null };
  expect(await state()).toEqual(applied);

  const fourth = await startServer(folder);
  await fourth.call(undoEmailChange, { body: { key: keyIn(letters, PATIENT, 'undo') } });
  await fourth.kill9();
  expect(await state()).toEqual({ ...applied, email: PATIENT, ended_why: 'undone' });
  expect(await lettersOf(folder, 2)).toHaveLength(2);
}, 240_000);

test('a change can be requested while the mail server is down, and each email is sent once later', async () => {
  world = await newWorld();
  // The letter of the demo network's inspection is sent already.
  await world.sql('update letters set sent_at = now()');
  await world.sql('delete from graphile_worker._private_jobs');
  const behaviour: NonNullable<NonNullable<Parameters<typeof fakeSmtp>[0]>['behaviour']> = { greeting: 'drop' };
  const server = await fakeSmtp({ behaviour });
  const mail = openMail({ smtpUrl: `smtp://127.0.0.1:${server.port}` });
  const ownerUrl = inDatabase(inject('ownerUrl'), world.name);
  const runner = await startJobs(ownerUrl, jobsWith(mail), world.app.services, 1);
  try {
    const caller = await world.as('patient2');
    const input = { params: { id: caller.user.id }, body: { email: NEW, city: 'Golden' } };
    expect((await world.send(caller, updateUser, input)).json()).toMatchObject({ email: PATIENT, city: 'Golden' });
    const failed = () =>
      world.sql(
        "select 1 from graphile_worker.jobs where task_identifier = 'deliver-letter' and last_error is not null",
      );
    await vi.waitFor(async () => expect(await failed()).toHaveLength(2), { timeout: 60_000, interval: 50 });
    expect((await world.call(caller, readOwnEmail)).pending?.email).toBe(NEW);
    expect(server.received).toEqual([]);

    delete behaviour.greeting;
    await world.sql('update graphile_worker._private_jobs set run_at = now()');
    const unsent = () => world.sql('select 1 from letters where sent_at is null');
    await vi.waitFor(async () => expect(await unsent()).toEqual([]), { timeout: 60_000, interval: 50 });
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual([NEW, PATIENT].toSorted());
  } finally {
    await runner.stop();
    await mail.close();
    await server.close();
  }
});
