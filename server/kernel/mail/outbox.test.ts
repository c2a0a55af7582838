import { resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { jobsWith } from '../../all-jobs.ts';
import { headerOf } from '../../integrations/mail/email-header.ts';
import { openMail } from '../../integrations/mail/open-mail.ts';
import type { Mail } from '../../ports/mail.ts';
import { fakeSmtp, type SmtpStandIn } from '../../testing/fakes/mail/fake-smtp.ts';
import { interruptibleDatabase } from '../../testing/servers/interruptible-database.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';
import { audit } from '../audit/audit.ts';
import { enqueue, type JobRunner, startJobs } from '../jobs/jobs.ts';
import { actorlessContext } from '../session/actor.ts';
import { type NewEmail, queueEmail } from './outbox.ts';

let world: World;
let ownerUrl: string;
let letter: NewEmail;
beforeAll(async () => {
  world = await newWorld();
  const [row] = await world.sql<{ name: string }>('select current_database() as name');
  ownerUrl = inDatabase(inject('ownerUrl'), row?.name ?? '');
  letter = {
    from: await world.app.services.domains.main(),
    to: { userId: null, email: 'ana@clinic.test' },
    kind: 'test',
    subject: 'A test',
    heading: 'A test',
    paragraphs: ['The words of the letter.'],
  };
});
afterAll(() => world.close());

const noted = { domainId: 1, action: 'test.post', subject: 'domain', subjectId: 1 } as const;
const write = <T>(task: Parameters<typeof world.app.services.store.write<T>>[2]) =>
  world.app.services.store.write('platform', actorlessContext('test'), task);
const letters = () => world.sql('select * from letters order by id');
const jobs = () => world.sql('select task_identifier, attempts, max_attempts from graphile_worker.jobs');

const postOne = () =>
  write(async (work) => {
    await queueEmail(work, letter);
    await audit(work, noted);
  });

beforeEach(async () => {
  await world.sql('delete from letters');
  await world.sql('delete from graphile_worker._private_jobs');
});

describe('Email and its delivery job', () => {
  test('an email and its job are written in the transaction of the work', async () => {
    await postOne();
    expect(await letters()).toMatchObject([{ recipient: 'ana@clinic.test', sent_at: null, refused_at: null }]);
    expect(await jobs()).toMatchObject([{ task_identifier: 'deliver-letter', attempts: 0 }]);
  });

  test.each([
    ['Cells, "North" \\ Lab', 'Cells, "North" \\ Lab'],
    ['North\r\nBcc: all@clinic.test', 'North Bcc: all@clinic.test'],
    ['Nor\u2028th', 'Nor th'],
  ])('the site %o sends as %o', async (brand, name) => {
    await write(async (work) => {
      await queueEmail(work, { ...letter, from: { ...letter.from, brand } });
      await audit(work, noted);
    });
    const [stored] = await world.sql<{ sender: string; recipient: string; subject: string; message_id: string }>(
      'select sender, recipient, subject, message_id from letters',
    );
    const { sender = '', recipient = '', subject = '', message_id: messageId = '' } = stored ?? {};
    const header = headerOf({ from: sender, to: recipient, subject, messageId, text: '', html: '' });
    expect(header.from).toEqual({ name, address: letter.from.emailSender });
  });

  test('an email and its job are not written when the work fails', async () => {
    const failing = write(async (work) => {
      await queueEmail(work, letter);
      await audit(work, noted);
      throw new Error('after all');
    });
    await expect(failing).rejects.toThrow('after all');
    expect(await letters()).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  test('an email and its job are not written by work without an audit row', async () => {
    await expect(write((work) => queueEmail(work, letter))).rejects.toThrow('left no audit row');
    expect(await letters()).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  test.each<[string, Partial<NewEmail>]>([
    ['subject', { subject: 'A\r\nBcc: x@y.test' }],
    ['recipient', { to: { userId: null, email: 'a@b.test\nBcc: x@y.test' } }],
  ])('an email cannot inject a second header through its %s', async (_part, changed) => {
    const forged = write(async (work) => {
      await queueEmail(work, { ...letter, ...changed });
      await audit(work, noted);
    });
    await expect(forged).rejects.toMatchObject({ code: '23514' });
    expect(await letters()).toEqual([]);
  });

  test('emails with the same key are one job, and the last one counts', async () => {
    await write(async (work) => {
      await enqueue(work, 'deliver-letter', { id: 1 }, 'same');
      await enqueue(work, 'deliver-letter', { id: 2 }, 'same');
      await audit(work, noted);
    });
    expect(await world.sql('select payload from graphile_worker._private_jobs')).toEqual([{ payload: { id: 2 } }]);
  });
});

describe('Email delivery', () => {
  const behaviour: NonNullable<NonNullable<Parameters<typeof fakeSmtp>[0]>['behaviour']> = {};
  let server: SmtpStandIn;
  let mail: Mail;
  let runner: JobRunner;
  beforeEach(async () => {
    server = await fakeSmtp({ behaviour });
    mail = openMail({ smtpUrl: `smtp://127.0.0.1:${server.port}` });
    runner = await startJobs(ownerUrl, jobsWith(mail), world.app.services, 1);
  });
  afterEach(async () => {
    await runner.stop();
    await mail.close();
    await server.close();
    for (const step of Object.keys(behaviour) as (keyof typeof behaviour)[]) delete behaviour[step];
  });

  const settled = () => vi.waitFor(async () => expect(await jobs()).toEqual([]), { timeout: 10_000, interval: 50 });

  test('an email is sent once, after the commit, and its body is deleted from the database', async () => {
    await postOne();
    await settled();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ to: ['ana@clinic.test'] });
    const [row] = await letters();
    expect(row).toMatchObject({ text_body: '', html_body: '', refused_at: null });
    expect(row?.sent_at).toBeInstanceOf(Date);
  });

  test('an email that is refused permanently is marked and not retried', async () => {
    behaviour.RCPT = '550 no such mailbox';
    await postOne();
    await settled();
    const [row] = await letters();
    expect(row).toMatchObject({ sent_at: null, refused_why: 'refused by the mail server', text_body: '' });
    expect(row?.refused_at).toBeInstanceOf(Date);
    expect(server.received).toEqual([]);
  });

  test('an email that fails temporarily is retried until it succeeds, and keeps its body until then', async () => {
    behaviour.RCPT = '451 try again later';
    await postOne();
    const failure = async () =>
      (await world.sql<{ why: string }>('select last_error as why from graphile_worker.jobs'))[0];
    await vi.waitFor(async () => expect((await failure())?.why).toBeTypeOf('string'), {
      timeout: 10_000,
      interval: 50,
    });
    expect((await failure())?.why).not.toContain('ana@clinic');
    expect(await jobs()).toMatchObject([{ attempts: 1 }]);
    expect((await letters())[0]).toMatchObject({ sent_at: null, refused_at: null });
    expect((await letters())[0]?.text_body).toContain('The words of the letter.');

    delete behaviour.RCPT;
    await world.sql('update graphile_worker._private_jobs set run_at = now()');
    await settled();
    expect(server.received).toHaveLength(1);
    expect((await letters())[0]?.sent_at).toBeInstanceOf(Date);
  });

  test('the call that queues an email succeeds even when the delivery fails', async () => {
    behaviour.greeting = 'drop';
    const response = await world.send(anonymousCaller, resetPassword, { body: { email: 'hc@vialkeep.test' } });
    expect(response.statusCode).toBe(200);
    await vi.waitFor(async () => expect(await letters()).toHaveLength(1), { timeout: 10_000, interval: 50 });
  });
});

describe('Job runner', () => {
  test('the job runner survives an unavailable database, even while a job runs', async () => {
    const way = await interruptibleDatabase();
    const done: number[] = [];
    const count = {
      name: 'count',
      async run(payload: unknown) {
        const { n, cuts } = payload as { n: number; cuts: boolean };
        const isRepeated = done.includes(n);
        done.push(n);
        // A job that was running when the database became unavailable starts again.
        if (cuts && !isRepeated) await way.cut();
      },
    };
    const runner = await startJobs(way.through(ownerUrl), [count], world.app.services, 1);
    const ask = (n: number, cuts = false) =>
      write(async (work) => {
        await enqueue(work, 'count', { n, cuts });
        await audit(work, noted);
      });
    const reaches = (n: number) => vi.waitFor(() => expect(done).toContain(n), { timeout: 15_000, interval: 50 });

    await ask(1);
    await reaches(1);
    await way.cut();
    await ask(2);
    await way.mend();
    await reaches(2);
    await ask(3, true);
    await reaches(3);
    await ask(4);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await way.mend();
    await reaches(4);
    await runner.stop();
    await way.close();
  });

  test('the job runner stops at once, also while it waits for the database', async () => {
    const way = await interruptibleDatabase();
    const runner = await startJobs(way.through(ownerUrl), [], world.app.services, 1);
    await way.cut();
    await runner.stop();
  });
});
