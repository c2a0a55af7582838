import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { type Letter, MailRefused, MailUnavailable } from '../../ports/mail.ts';
import { fakeSmtp, type SmtpStandIn } from '../../testing/fakes/mail/fake-smtp.ts';
import { decodedWords, valueOf } from '../../testing/fakes/mail/parsed-message.ts';
import { selfSignedCertificate } from '../../testing/fakes/mail/self-signed-certificate.ts';
import { processorTime } from '../../testing/processor-time.ts';
import { openMail } from './open-mail.ts';
import { smtpMail } from './smtp-mail.ts';

const PATIENCE = { connection: 5_000, greeting: 5_000, socket: 5_000, letter: 9_000 };
const HURRY = { connection: 400, greeting: 200, socket: 200, letter: 600 };

const letter: Letter = {
  to: 'Ana Ruiz <ana@clinic.test>',
  from: 'Vialkeep <support@vialkeep.test>',
  replyTo: 'desk@vialkeep.test',
  subject: 'Your new password – please read',
  text: 'Good morning, Ána.\n.\nA line that begins with a dot is above.',
  html: '<p>Good morning, Ána.</p>',
  messageId: '<letter-17@vialkeep.test>',
};

let server: SmtpStandIn;

afterEach(() => server?.close());

async function begin(...options: Parameters<typeof fakeSmtp>) {
  server = await fakeSmtp(...options);
  return smtpMail(`smtp://127.0.0.1:${server.port}`, PATIENCE);
}

/** An address that reaches this machine but is not recognised as loopback. */
function fromOutside(scheme: 'smtp' | 'smtps', account = 'postman:let%3Ame@') {
  return smtpMail(`${scheme}://${account}0.0.0.0:${server.port}`, PATIENCE);
}

async function failureOf(promise: Promise<void>) {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailRefused || error instanceof MailUnavailable))
    throw error instanceof Error ? error : new Error('It was delivered.');
  return { name: error.name, message: error.message };
}

test('an accepted email arrives once, with exactly its own headers', async () => {
  const mail = await begin();
  await mail.deliver(letter);

  expect(server.received).toHaveLength(1);
  const [arrived] = server.received;
  expect(arrived).toMatchObject({ from: 'support@vialkeep.test', to: ['ana@clinic.test'] });

  const headers = arrived?.headers ?? [];
  expect(headers.map(([name]) => name).toSorted()).toEqual([
    'Auto-Submitted',
    'Content-Type',
    'Date',
    'From',
    'MIME-Version',
    'Message-ID',
    'Reply-To',
    'Subject',
    'To',
  ]);
  expect(valueOf(headers, 'To')).toBe('Ana Ruiz <ana@clinic.test>');
  expect(valueOf(headers, 'From')).toBe('Vialkeep <support@vialkeep.test>');
  expect(valueOf(headers, 'Reply-To')).toBe('desk@vialkeep.test');
  expect(valueOf(headers, 'Message-ID')).toBe('<letter-17@vialkeep.test>');
  expect(decodedWords(valueOf(headers, 'Subject'))).toBe(letter.subject);
  expect(arrived?.parts).toEqual([
    { mediaType: 'text/plain', content: letter.text.replaceAll('\n', '\r\n') },
    { mediaType: 'text/html', content: letter.html },
  ]);
});

test('an email whose text looks like the end of a message stays one email', async () => {
  const mail = await begin();
  const text = 'before\r\n.\r\nMAIL FROM:<evil@x.test>\r\nRCPT TO:<victim@x.test>\r\nDATA\r\nafter\n.\nend\r.\r';
  await mail.deliver({ ...letter, text });

  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.to).toEqual(['ana@clinic.test']);
  expect(server.received[0]?.parts[0]?.content).toContain('MAIL FROM:<evil@x.test>');
});

test('a name with a comma, a quote or another alphabet stays the name of one recipient', async () => {
  const mail = await begin();
  for (const name of ['Ruiz, Ana', '"Ana \\"Nan\\" Ruiz"', 'Ана Руис', 'ana@elsewhere.test,']) {
    await mail.deliver({ ...letter, to: `${name} <ana@clinic.test>` });
  }
  expect(server.received.map(({ to }) => to)).toEqual(Array(4).fill(['ana@clinic.test']));
  expect(server.received.map(({ headers }) => decodedWords(valueOf(headers, 'To')))).toEqual([
    '"Ruiz, Ana" <ana@clinic.test>',
    '"Ana \\"Nan\\" Ruiz" <ana@clinic.test>',
    'Ана Руис <ana@clinic.test>',
    '"ana@elsewhere.test," <ana@clinic.test>',
  ]);
});

test.each([
  ['to', 'ana@clinic.test\r\nBcc: victim@x.test'],
  ['to', 'Ana\nBcc: victim@x.test <ana@clinic.test>'],
  ['to', 'ana@clinic.test, victim@x.test'],
  ['to', 'ana@clinic.test; victim@x.test'],
  ['to', 'everyone: ana@clinic.test, victim@x.test;'],
  ['to', 'victim,ana@clinic.test'],
  ['to', 'ana@clinic.test> SIZE=1'],
  ['to', '<ana@clinic.test><victim@x.test>'],
  ['to', 'ana@clinic.test\0'],
  ['to', ''],
  ['from', 'support@vialkeep.test\rSubject: You won'],
  ['from', 'Vial\r\n\r\nkeep <support@vialkeep.test>'],
  ['from', 'Vialkeep'],
  ['replyTo', 'desk@vialkeep.test\r\nX-Evil: 1'],
  ['replyTo', ''],
  ['subject', 'Hello\r\nBcc: victim@x.test'],
  ['subject', 'Hello\n\n<html>'],
  ['subject', 'Hello\u2028Bcc: victim@x.test'],
  ['messageId', '<a@b>\r\nBcc: victim@x.test'],
  ['messageId', '<a@b> <c@d>'],
  ['messageId', ''],
] satisfies [keyof Letter, string][])(
  'an email whose %s is %j is refused before anything is sent',
  async (field, value) => {
    const mail = await begin();
    expect(await failureOf(mail.deliver({ ...letter, [field]: value }))).toMatchObject({ name: 'MailRefused' });
    expect(server.commands).toEqual([]);
  },
);

test('an endless name or address is refused quickly', async () => {
  const mail = await begin();
  const busy = processorTime();
  for (const to of [
    `x${' '.repeat(200_000)}x`,
    `${'x'.repeat(1_000)} <ana@clinic.test>`,
    `${'a'.repeat(300)}@clinic.test`,
  ]) {
    expect(await failureOf(mail.deliver({ ...letter, to }))).toMatchObject({ name: 'MailRefused' });
  }
  expect(busy()).toBeLessThan(1_000);
  expect(server.commands).toEqual([]);
});

test('a permanent refusal is distinguished from a temporary one, and neither repeats an address', async () => {
  const cases = [
    ['RCPT', '450 4.2.1 <ana@clinic.test> is busy', 'MailUnavailable', '450 4.2.1 at RCPT TO'],
    ['RCPT', '550 5.1.1 <ana@clinic.test> is unknown', 'MailRefused', '550 5.1.1 at RCPT TO'],
    ['MAIL', '553 5.1.8 <support@vialkeep.test> refused', 'MailRefused', '553 5.1.8 at MAIL FROM'],
    ['DATA', '451 4.3.0 Later', 'MailUnavailable', '451 4.3.0 at DATA'],
    ['message', '554 5.7.1 Looks like spam', 'MailRefused', '554 5.7.1 at DATA'],
    ['message', '452 4.3.1 Disk is full', 'MailUnavailable', '452 4.3.1 at DATA'],
  ] as const;
  for (const [step, reply, name, facts] of cases) {
    const mail = await begin({ behaviour: { [step]: reply } });
    const failure = await failureOf(mail.deliver(letter));
    expect(failure).toMatchObject({ name, message: expect.stringContaining(facts) });
    expect(failure.message).not.toContain('@');
    await server.close();
  }
});

test('a refused password, a refused greeting and required TLS count as temporary failures', async () => {
  const cases = [
    { AUTH: '535 5.7.8 Wrong' },
    { greeting: '554 No service here' },
    { MAIL: '530 5.7.0 Must issue a STARTTLS command first' },
  ] as const;
  for (const behaviour of cases) {
    server = await fakeSmtp({ behaviour });
    const mail = smtpMail(`smtp://postman:secret@localhost:${server.port}`, PATIENCE);
    const failure = await failureOf(mail.deliver(letter));
    expect(failure.name).toBe('MailUnavailable');
    expect(failure.message).not.toContain('secret');
    await server.close();
  }
});

test('a connection cut in the middle of an email delivers nothing and can be retried', async () => {
  const mail = await begin({ behaviour: { body: 'drop' } });
  expect(await failureOf(mail.deliver({ ...letter, text: 'x'.repeat(200_000) }))).toMatchObject({
    name: 'MailUnavailable',
  });
  expect(server.received).toEqual([]);
});

test('when the answer is lost, the retry carries the same Message-ID', async () => {
  const mail = await begin({ behaviour: { message: 'drop' } });
  expect(await failureOf(mail.deliver(letter))).toMatchObject({ name: 'MailUnavailable' });
  expect(await failureOf(mail.deliver(letter))).toMatchObject({ name: 'MailUnavailable' });
  expect(server.received.map(({ headers }) => valueOf(headers, 'Message-ID'))).toEqual([
    letter.messageId,
    letter.messageId,
  ]);
});

test.each(['greeting', 'RCPT', 'body', 'message'] as const)(
  'a server that is silent at the %s is cut off within the timeout',
  async (step) => {
    server = await fakeSmtp({ behaviour: { [step]: 'silence' } });
    const mail = smtpMail(`smtp://127.0.0.1:${server.port}`, { ...HURRY, letter: 60_000 });
    expect(await failureOf(mail.deliver(letter))).toMatchObject({ message: expect.stringContaining('ETIMEDOUT') });
  },
);

test('a server that sends single bytes forever is cut off within the timeout', async () => {
  server = await fakeSmtp({ behaviour: { EHLO: 'trickle' } });
  const mail = smtpMail(`smtp://127.0.0.1:${server.port}`, HURRY);
  expect(await failureOf(mail.deliver(letter))).toMatchObject({ name: 'MailUnavailable' });
});

test('without a connection the delivery can be retried', async () => {
  const mail = await begin();
  await server.close();
  expect(await failureOf(mail.deliver(letter))).toMatchObject({ name: 'MailUnavailable' });
});

test('no password is sent unencrypted to another machine, even when it offers no TLS', async () => {
  server = await fakeSmtp();
  expect(await failureOf(fromOutside('smtp').deliver(letter))).toMatchObject({ name: 'MailUnavailable' });
  expect(server.commands.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  expect(server.received).toEqual([]);
});

test('an untrusted certificate gets neither the password nor the email', async () => {
  for (const implicitTls of [false, true]) {
    server = await fakeSmtp({ certificate: selfSignedCertificate('0.0.0.0'), implicitTls });
    const mail = fromOutside(implicitTls ? 'smtps' : 'smtp');
    expect(await failureOf(mail.deliver(letter))).toMatchObject({ name: 'MailUnavailable' });
    expect(server.commands.filter((line) => line.startsWith('AUTH'))).toEqual([]);
    expect(server.received).toEqual([]);
    await server.close();
  }
});

test('the password and the email are sent over STARTTLS and over smtps when the certificate is trusted', async () => {
  const certificate = selfSignedCertificate('0.0.0.0');
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate.cert]);
  try {
    for (const implicitTls of [false, true]) {
      server = await fakeSmtp({ certificate, implicitTls });
      await fromOutside(implicitTls ? 'smtps' : 'smtp').deliver(letter);
      expect(server.received).toMatchObject([{ encrypted: true, to: ['ana@clinic.test'] }]);
      const [auth] = server.commands.filter((line) => line.startsWith('AUTH PLAIN'));
      expect(Buffer.from(auth?.split(' ')[2] ?? '', 'base64').toString()).toBe('\0postman\0let:me');
      await server.close();
    }
  } finally {
    setDefaultCACertificates(trusted);
  }
});

test('close waits for the email in delivery and accepts no other', async () => {
  const mail = await begin();
  const inFlight = mail.deliver(letter);
  await mail.close();
  expect(server.received).toHaveLength(1);
  await inFlight;
  expect(await failureOf(mail.deliver(letter))).toMatchObject({ name: 'MailUnavailable' });
});

test('without SMTP_URL emails stay in the outbox', async () => {
  const mail = openMail({});
  await mail.deliver(letter);
  await mail.close();
  expect(mail.kind).toBe('outbox');
});

test.each([
  'mail.test:587',
  'http://mail.test',
  'smtp://',
  'smtp://user@mail.test',
  'smtp://user:s3cret@mail.test/inbox',
  'smtp://user:s3cret@mail.test?requireTLS=false',
  'smtp://user:s3cret%@mail.test',
])('the setting %j is refused by name, without repeating its password', (smtpUrl) => {
  expect(() => openMail({ smtpUrl })).toThrow(/^SMTP_URL must look like/);
  expect(() => openMail({ smtpUrl })).not.toThrow(/s3cret/);
});

test('a valid setting opens without a connection', () => {
  expect(openMail({ smtpUrl: 'smtps://user:s3cret@mail.test' }).kind).toBe('smtp');
});
