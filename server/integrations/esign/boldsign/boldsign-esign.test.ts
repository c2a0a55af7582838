import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Esign,
  EsignMisconfigured,
  EsignRefused,
  EsignUnavailable,
  type SignRequest,
} from '../../../ports/esign.ts';
import { type BoldsignFault, type BoldsignStandIn, fakeBoldsign } from '../../../testing/fakes/esign/fake-boldsign.ts';
import { type BoldsignAccount, boldsignEsign } from './boldsign-esign.ts';

const ANA = { name: 'Ana Ruiz', email: 'ana@clinic.test' };
const RETURN_TO = 'https://vialkeep.test/document-complete/?documentId=aB3&signedBy=ana%40clinic.test';
const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const PAPER = Buffer.concat([Buffer.from('%PDF-1.7\n'), EVERY_BYTE, Buffer.from('\r\n%%EOF\r\n')]);
const LATER = { status: 429, headers: { 'Retry-After': '120' } };

let now: Date;
let boldsign: BoldsignStandIn;
let esign: Esign;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00.900Z');
  boldsign = await fakeBoldsign(() => now);
  esign = opened();
});
afterEach(() => boldsign.close());

function opened(changes: Partial<BoldsignAccount> = {}): Esign {
  return boldsignEsign({ ...boldsign.account, clock: () => now, ...changes });
}

function request(reference = 'ref-1'): SignRequest {
  return {
    reference,
    domainId: 1,
    title: 'Vialkeep Official Storage Agreement',
    pdf: PAPER,
    place: { page: 2, x: 72, y: 540, width: 216, height: 36 },
    signer: ANA,
  };
}

function pass(seconds: number) {
  now = new Date(now.getTime() + seconds * 1_000);
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('Something else than an error was thrown.');
  return error;
}

const sends = () => boldsign.requests.filter((line) => line === 'POST document/send').length;

test('a document is sent with its PDF, its signer and our reference, and the provider sends no emails', async () => {
  const { providerId } = await esign.send(request());

  const sent = boldsign.documents.get(providerId);
  expect(sent).toMatchObject({
    title: 'Vialkeep Official Storage Agreement',
    labels: ['ref-1'],
    metaData: { reference: 'ref-1' },
    signer: { name: 'Ana Ruiz', emailAddress: 'ana@clinic.test' },
    pdf: PAPER,
  });
  expect(sent?.options).toEqual({
    disableEmails: 'true',
    disableExpiryAlert: 'true',
    enableEmbeddedSigning: 'true',
    enableReassign: 'false',
    enablePrintAndSign: 'false',
    expiryDateType: 'Days',
    expiryValue: '60',
  });
});

test('the position of the signature is sent in pixels of 96 per inch', async () => {
  const { providerId } = await esign.send(request());
  expect(boldsign.documents.get(providerId)?.signer.formFields).toEqual([
    {
      id: 'signature',
      name: 'Signature',
      fieldType: 'Signature',
      pageNumber: 2,
      bounds: { x: 96, y: 720, width: 288, height: 48 },
      isRequired: true,
    },
  ]);
});

test('the same reference returns the same document, however often and from whichever process it is sent', async () => {
  const first = await esign.send(request());
  const other = await esign.send(request('ref-2'));
  expect(await esign.send(request())).toEqual(first);
  expect(await opened().send(request())).toEqual(first);
  expect(other).not.toEqual(first);
  expect(boldsign.documents.size).toBe(2);
});

test('two simultaneous calls with the same reference send one document', async () => {
  const [one, other] = await Promise.all([esign.send(request()), esign.send(request())]);
  expect(one).toEqual(other);
  expect(sends()).toBe(1);
});

test.each(['lost', 'strange', 'cut'] as const)(
  'when the answer to sending is %s, the next attempt finds the document instead of sending a second',
  async (fault) => {
    boldsign.befall({ slow: 0 }, fault);
    expect(await failureOf(esign.send(request()))).toBeInstanceOf(EsignUnavailable);

    const { providerId } = await esign.send(request());
    expect([...boldsign.documents.keys()]).toEqual([providerId]);
    expect(sends()).toBe(1);
  },
);

test('after a lost answer nothing is sent again while the first document may still be in creation', async () => {
  boldsign.delaySending();
  boldsign.befall({ slow: 0 }, 'lost');
  await failureOf(esign.send(request()));

  pass(20);
  expect(await failureOf(esign.send(request()))).toMatchObject({ name: 'EsignUnavailable', retryAfter: 40 });
  boldsign.finishSending();
  const { providerId } = await esign.send(request());
  expect([...boldsign.documents.keys()]).toEqual([providerId]);
});

test('a document that was never created is sent again after a minute', async () => {
  boldsign.befall({ slow: 0 }, 'reset');
  await failureOf(esign.send(request()));
  pass(61);
  await esign.send(request());
  expect(boldsign.documents.size).toBe(1);
});

test('a document that is refused with a retry time is sent at the next attempt', async () => {
  boldsign.befall({ slow: 0 }, LATER);
  expect(await failureOf(esign.send(request()))).toMatchObject({ name: 'EsignUnavailable', retryAfter: 120 });
  await esign.send(request());
  expect(boldsign.documents.size).toBe(1);
});

test('right after sending a document may not be visible yet, which is no failure', async () => {
  boldsign.delaySending();
  const { providerId } = await esign.send(request());
  expect(await esign.look(providerId)).toEqual({ providerId, state: 'missing', signedAt: null });
  expect(await failureOf(esign.signLink(providerId, ANA, RETURN_TO, { by: 'sign_up' }))).toMatchObject({
    name: 'EsignUnavailable',
    retryAfter: 5,
  });

  boldsign.finishSending();
  expect(await esign.look(providerId)).toMatchObject({ state: 'pending' });
  expect(await esign.signLink(providerId, ANA, RETURN_TO, { by: 'sign_up' })).toContain('/document/sign/');
});

test('a document whose creation fails at the provider stays missing and can be sent again', async () => {
  boldsign.delaySending();
  const { providerId } = await esign.send(request());
  boldsign.failSending();
  expect(await esign.look(providerId)).toMatchObject({ state: 'missing' });

  const again = await esign.send(request());
  expect(await esign.look(again.providerId)).toMatchObject({ state: 'pending' });
});

test('the provider returns the signing address, and after the signature the frame goes to the return address', async () => {
  const { providerId } = await esign.send(request());
  const link = await esign.signLink(providerId, ANA, RETURN_TO, { by: 'sign_up' });

  const page = await fetch(link);
  expect(page.status).toBe(200);
  const signed = await fetch(link, { method: 'POST', redirect: 'manual' });
  expect(signed.headers.get('location')).toBe(RETURN_TO);
  expect(await esign.look(providerId)).toMatchObject({ state: 'signed' });
});

test('a signed document has the time of its signature, by the clock of the provider', async () => {
  const { providerId } = await esign.send(request());
  expect(await esign.look(providerId)).toEqual({ providerId, state: 'pending', signedAt: null });
  pass(3_600);
  boldsign.signAs(providerId);
  pass(3_600);
  expect(await esign.look(providerId)).toEqual({
    providerId,
    state: 'signed',
    signedAt: new Date('2026-03-01T13:00:00Z'),
  });
});

test.each([
  ['Declined', 'declined'],
  ['Expired', 'expired'],
  ['Revoked', 'revoked'],
] as const)('a document that is %s at the provider is %s in the product', async (status, state) => {
  const { providerId } = await esign.send(request());
  boldsign.end(providerId, status);
  expect(await esign.look(providerId)).toEqual({ providerId, state, signedAt: null });
});

test('the downloaded file is the signed one, and there is none before the signature', async () => {
  const { providerId } = await esign.send(request());
  expect(await failureOf(esign.file(providerId))).toMatchObject({ message: 'The document is not signed yet.' });
  boldsign.signAs(providerId);
  expect(await esign.file(providerId)).toEqual(Buffer.concat([PAPER, Buffer.from('\n% signed\n')]));
});

test.each(['cut', 'strange'] as const)('a download that is %s is not accepted as the file', async (fault) => {
  const { providerId } = await esign.send(request());
  boldsign.signAs(providerId);
  boldsign.befall({ slow: 0 }, fault);
  expect(await failureOf(esign.file(providerId))).toBeInstanceOf(EsignUnavailable);
  expect(await esign.file(providerId)).toEqual(boldsign.documents.get(providerId)?.pdf);
});

test('changedSince returns the documents that were signed or ended since, and no others', async () => {
  const sent: string[] = [];
  for (const reference of ['old', 'waiting', 'signed', 'declined', 'expired']) {
    sent.push((await esign.send(request(reference))).providerId);
  }
  const [old = '', , signed = '', declined = '', expired = ''] = sent;
  boldsign.signAs(old);
  pass(600);
  const since = now;
  boldsign.signAs(signed);
  pass(60);
  boldsign.end(declined, 'Declined');
  boldsign.end(expired, 'Expired');

  expect(await esign.changedSince(since)).toEqual([
    { providerId: signed, state: 'signed', signedAt: new Date('2026-03-01T12:10:00Z') },
    { providerId: declined, state: 'declined', signedAt: null },
    { providerId: expired, state: 'expired', signedAt: null },
  ]);
});

test('changedSince reads many documents in pages of a hundred, to the last page', async () => {
  const { providerId } = await esign.send(request());
  const one = boldsign.documents.get(providerId);
  if (!one) throw new Error('It was not sent.');
  const since = now;
  pass(60);
  for (let index = 0; index < 249; index++) {
    const activityDate = Math.floor(now.getTime() / 1_000) - (index < 240 ? 3_600 : 0);
    const documentId = `copy-${index}`;
    boldsign.documents.set(documentId, { ...one, documentId, status: 'Completed', activityDate });
  }
  boldsign.signAs(providerId);
  boldsign.requests.length = 0;

  expect(await esign.changedSince(since)).toHaveLength(10);
  expect(boldsign.requests).toEqual(Array(3).fill('GET document/list'));
});

const faults: [string, BoldsignFault, number | null][] = [
  ['told to come later', LATER, 120],
  ['told to come later without saying when', { status: 429 }, null],
  ['told to come at no time', { status: 429, headers: { 'Retry-After': 'soon' } }, null],
  [
    'told to come when it was over long ago',
    { status: 429, headers: { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' } },
    0,
  ],
  ['out of order', { status: 500 }, null],
  ['closed for a while', { status: 503, headers: { 'Retry-After': '30' } }, 30],
  ['silent', 'silent', null],
  ['slower than we wait', { slow: 2_000 }, null],
  ['cut off', 'reset', null],
  ['cut off in its answer', 'cut', null],
  ['answered for by somebody else', 'strange', null],
];

test.each(faults)('a call to a provider that is %s can be retried later', async (_, fault, retryAfter) => {
  const { providerId } = await esign.send(request());
  const isHeldUp = fault === 'silent' || (typeof fault === 'object' && 'slow' in fault);
  const hurried = opened(isHeldUp ? { patience: 150 } : {});
  const questions = [
    () => hurried.send(request('another')),
    () => hurried.signLink(providerId, ANA, RETURN_TO, { by: 'sign_up' }),
    () => hurried.look(providerId),
    () => hurried.file(providerId),
    () => hurried.changedSince(now),
  ];
  for (const ask of questions) {
    boldsign.befall(fault);
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ name: 'EsignUnavailable', retryAfter });
    expect(failure.message).not.toMatch(/ana|@|clinic/i);
  }
  expect(boldsign.documents.size).toBe(1);
  await esign.send(request('another'));
  expect(boldsign.documents.size).toBe(2);
});

test('a provider that is slow but answers within the timeout causes no failure', async () => {
  boldsign.befall({ slow: 50 }, { slow: 50 });
  const { providerId } = await esign.send(request());
  expect(boldsign.documents.has(providerId)).toBe(true);
});

test('without a connection the call can be retried', async () => {
  await boldsign.close();
  expect(await failureOf(esign.look('any'))).toMatchObject({
    name: 'EsignUnavailable',
    message: 'BoldSign cannot be reached (ECONNREFUSED).',
  });
});

test.each([401, 402, 403, 307])('an answer of %i reports wrong settings, without the key', async (status) => {
  boldsign.befall({ status, headers: { Location: 'http://127.0.0.1:1/stolen' } });
  const failure = await failureOf(esign.look('any'));
  expect(failure).toBeInstanceOf(EsignMisconfigured);
  expect(failure).toBeInstanceOf(EsignUnavailable);
  expect(failure.message).toContain(`${status}`);
  expect(failure.message).toContain('BOLDSIGN_API_KEY');
  expect(JSON.stringify(failure) + failure.stack).not.toContain(boldsign.account.apiKey);
});

test('a wrong key changes nothing and is not repeated in the error', async () => {
  const failure = await failureOf(opened({ apiKey: 'wr0ng-k3y' }).send(request()));
  expect(failure).toBeInstanceOf(EsignMisconfigured);
  expect(failure.message).not.toContain('wr0ng-k3y');
  expect(boldsign.documents.size).toBe(0);
});

test('a permanent refusal of the provider throws EsignRefused, without names', async () => {
  const failure = await failureOf(esign.send({ ...request(), signer: { name: 'Ana Ruiz', email: 'nowhere' } }));
  expect(failure).toBeInstanceOf(EsignRefused);
  expect(failure.message).toBe('BoldSign answered 400 to document/send.');
  expect(boldsign.documents.size).toBe(0);
});

test.each([
  [{ apiKey: '' }, 'BOLDSIGN_API_KEY'],
  [{ apiKey: 's3cret\nkey' }, 'BOLDSIGN_API_KEY'],
  [{ url: 'api.boldsign.com' }, 'BOLDSIGN_URL'],
  [{ url: 'http://api.boldsign.com' }, 'BOLDSIGN_URL'],
  [{ url: 'https://api.boldsign.com/v1' }, 'BOLDSIGN_URL'],
  [{ url: 'https://s3cret@api.boldsign.com' }, 'BOLDSIGN_URL'],
  [{ webhookSecrets: [] }, 'BOLDSIGN_WEBHOOK_SECRETS'],
  [{ webhookSecrets: ['s3cret', ' '] }, 'BOLDSIGN_WEBHOOK_SECRETS'],
])('the settings %j are refused by name, without repeating a secret', (changes, name) => {
  expect(() => opened(changes)).toThrow(name);
  expect(() => opened(changes)).not.toThrow(/s3cret/);
});
