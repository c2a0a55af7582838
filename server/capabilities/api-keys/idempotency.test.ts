import { makeLabel, requestLabel, uploadLabelFile } from '@vialkeep/contract/labels.ts';
import { addVialEntry, editVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldIdempotencyKeys, onceOf } from '../../kernel/idempotency.ts';
import { findKeyActor } from '../../kernel/session/find-key-actor.ts';
import { newKey } from '../../testing/api-keys/new-key.ts';
import { onePagePdf } from '../../testing/api-keys/one-page-pdf.ts';
import { fakeFedex } from '../../testing/fakes/carrier/fake-fedex.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { today } from './days.ts';

let world: World;
let key: Caller & { id: number; token: string };
let patient: number;
beforeAll(async () => {
  world = await newWorld({ API_CALLS_PER_MINUTE: '100000' });
  key = await newKey(world, await world.as('lab'), { scopes: ['vials.read', 'vials.write'] });
  patient = await newPatient(world);
});
afterAll(() => world.close());

const entry = (changes: object = {}) => ({ type: 'added', date: today(), quantity: 1, user: patient, ...changes });
const post = (text: string, body: object, by: Caller = key, url: string = addVialEntry.path) =>
  world.raw({
    method: 'POST',
    url,
    headers: { host: 'localhost', authorization: `token ${by.token}`, 'idempotency-key': text },
    payload: body,
  });
const entries = async () => {
  const [row] = await world.sql<{ n: number }>('select count(*)::int as n from vial_entries where patient_id = $1', [
    patient,
  ]);
  return row?.n ?? 0;
};

const LABEL_REQUEST = {
  harvest_center_email: 'front@clinic.test',
  harvest_center_representative: 'Front Desk',
  doctor_name: 'Dr Ana Ruiz',
  address1: '845 Flatiron Parkway',
  city: 'Boulder',
  state_desc: 'Colorado',
  country_desc: 'United States',
  zip_code: '80301',
  other_patient_name: 'Rosalind Marsh',
};

describe('Idempotency-Key', () => {
  test('200 entries that are sent 10 times at once under one text each are 200 entries with one answer each', async () => {
    const before = await entries();
    const different = new Set<string>();
    for (let from = 0; from < 200; from += 10) {
      const texts = Array.from({ length: 10 }, (_, index) => `entry-${from + index}`);
      const answers = await Promise.all(
        texts.flatMap((text) => Array.from({ length: 10 }, () => post(text, entry({ note: text })))),
      );
      for (const answer of answers) {
        expect(answer.statusCode, answer.body).toBe(200);
        different.add(answer.body);
      }
    }
    expect(await entries()).toBe(before + 200);
    expect(different.size).toBe(200);
  }, 300_000);

  test('the same text with another body, address or route is refused, and another key may use it', async () => {
    const before = await entries();
    expect((await post('shared', entry())).statusCode).toBe(200);
    for (const other of [
      await post('shared', entry({ quantity: 2 })),
      await post('shared', entry(), key, `${addVialEntry.path}?x=1`),
    ]) {
      expect([other.statusCode, other.json().reason]).toEqual([409, 'key_reused']);
    }
    const second = await newKey(world, await world.as('lab'), { scopes: ['vials.write'] });
    expect((await post('shared', entry(), second)).statusCode).toBe(200);
    expect(await entries()).toBe(before + 2);
  });

  test('a refused call claims nothing, and may be sent again under its text', async () => {
    expect((await post('refused', entry({ type: 'shipped', quantity: 9_999 }))).statusCode).toBe(409);
    expect((await post('refused', entry({ quantity: 0 }))).statusCode).toBe(400);
    expect((await post('refused', entry())).statusCode).toBe(200);
  });

  test('work whose answer was lost is not done again', async () => {
    const before = await entries();
    expect((await post('lost', entry())).statusCode).toBe(200);
    await world.sql(
      "update idempotency_keys set answer = null, created_at = now() - interval '1 hour' where text = 'lost'",
    );
    const again = await post('lost', entry());
    expect([again.statusCode, again.json().reason]).toEqual([409, 'already_done']);
    expect(await entries()).toBe(before + 1);
  });

  test('a text is forgotten after 24 hours, and what was kept is sealed', async () => {
    const first = await post('old', entry({ note: 'Legible' }));
    const [row] = await world.sql<{ answer: string }>("select answer from idempotency_keys where text = 'old'");
    expect(row?.answer).not.toContain('Legible');
    await world.sql("update idempotency_keys set created_at = now() - interval '25 hours' where text = 'old'");
    const later = await post('old', entry({ note: 'Legible' }));
    expect(later.json().data.id).not.toBe(first.json().data.id);
    await world.sql("update idempotency_keys set created_at = now() - interval '25 hours'");
    expect(await world.app.services.store.unaudited('test', deleteOldIdempotencyKeys)).toBeGreaterThan(200);
  });

  test('a text of more than 64 characters is refused, and a session’s is ignored', async () => {
    expect((await post('x'.repeat(65), entry())).statusCode).toBe(400);
    const lab = await world.as('lab');
    const before = await entries();
    for (let calls = 0; calls < 2; calls += 1) expect((await post('session', entry(), lab)).statusCode).toBe(200);
    expect(await entries()).toBe(before + 2);
  });

  test('a repeated answer needs the scope that its first call needed', async () => {
    expect((await post('scope', entry())).statusCode).toBe(200);
    await world.sql("update api_keys set scopes = '{vials.read}' where id = $1", [key.id]);
    expect((await post('scope', entry())).statusCode).toBe(403);
    await world.sql("update api_keys set scopes = '{vials.read,vials.write}' where id = $1", [key.id]);
  });

  test('a PATCH under one text changes the entry once', async () => {
    const { data } = (await post('to-edit', entry())).json();
    const edit = () =>
      world.raw({
        method: 'PATCH',
        url: editVialEntry.path.replace(':id', String(data.id)),
        headers: { host: 'localhost', authorization: `Bearer ${key.token}`, 'idempotency-key': 'edit' },
        payload: entry({ quantity: 3 }),
      });
    const [one, two] = [await edit(), await edit()];
    expect([one.statusCode, two.statusCode, two.body]).toEqual([200, 200, one.body]);
  });

  test('a call that is refused after its first write may be sent again under its text, and is then done once', async () => {
    const fedex = await fakeFedex();
    const { clientId, clientSecret, account, url } = fedex.account;
    const shipping = await newWorld({
      CARRIER: 'fedex',
      FEDEX_CLIENT_ID: clientId,
      FEDEX_CLIENT_SECRET: clientSecret,
      FEDEX_ACCOUNT: account,
      FEDEX_URL: url,
    });
    try {
      const { id } = (await shipping.call(await shipping.as('hc'), requestLabel, { body: LABEL_REQUEST })).data;
      const admin = await newKey(shipping, await shipping.as('admin'), { scopes: ['labels.write'] });
      const make = () =>
        shipping.raw({
          method: 'POST',
          url: makeLabel.path.replace(':id', String(id)),
          headers: { host: 'localhost', authorization: `token ${admin.token}`, 'idempotency-key': 'label' },
          payload: {},
        });
      const before = fedex.shipments.length;
      fedex.befall({ status: 429 });
      expect((await make()).json().reason).toBe('carrier_unavailable');
      const [made, repeated] = [await make(), await make()];
      expect([made.statusCode, repeated.statusCode, repeated.body]).toEqual([200, 200, made.body]);
      expect(fedex.shipments).toHaveLength(before + 1);
    } finally {
      await shipping.close();
      await fedex.close();
    }
  });

  test('an upload is repeated with the same file and refused with another', async () => {
    const admin = await newKey(world, await world.as('admin'), { scopes: ['labels.write'] });
    const pdf = await onePagePdf();
    const upload = async (file: Buffer) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(file)]), 'label.pdf');
      const sent = new Response(form);
      return world.raw({
        method: 'POST',
        url: uploadLabelFile.path,
        headers: {
          host: 'localhost',
          authorization: `token ${admin.token}`,
          'idempotency-key': 'upload',
          'content-type': sent.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await sent.arrayBuffer()),
      });
    };
    const [one, two] = [await upload(pdf), await upload(pdf)];
    expect([one.statusCode, two.statusCode, two.body]).toEqual([200, 200, one.body]);
    const other = await upload(Buffer.concat([pdf, Buffer.from('\n')]));
    expect([other.statusCode, other.json().reason]).toEqual([409, 'key_reused']);
  });

  test('requests that differ only in their raw bytes are different requests', async () => {
    const site = await world.app.services.domains.main();
    const actor = await findKeyActor(world.app.services, site, key.token);
    if (!actor) throw new Error('The key has ended.');
    const hashOf = (bytes: string) =>
      onceOf(actor, { ...RAW_REQUEST, raw: { bytes: Buffer.from(bytes) } })?.sha256.toString('hex');
    expect(hashOf('one')).toBe(hashOf('one'));
    expect(hashOf('one')).not.toBe(hashOf('two'));
  });
});

/** A request whose body is the bytes of a file. */
const RAW_REQUEST = {
  method: 'PUT',
  url: '/chunks/0/',
  header: 'chunk',
  route: 'PUT /chunks/:n/',
  body: undefined,
  file: null,
};
