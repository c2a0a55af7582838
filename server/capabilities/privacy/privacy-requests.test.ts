import { listAudit } from '@vialkeep/contract/audit.ts';
import {
  askForPrivacy,
  decidePrivacyRequest,
  erasePerson,
  listOwnPrivacyRequests,
  listPrivacyRequests,
  withdrawPrivacyRequest,
} from '@vialkeep/contract/privacy.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDigest } from '../../testing/database-digest.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let patient: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  patient = await world.as('patient2');
});
afterAll(() => world.close());

const ask = (kind: string, text = '', caller = patient) => world.call(caller, askForPrivacy, { body: { kind, text } });
const lettersTo = async (email: string) =>
  (await world.letters()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
const decide = (id: number, body: object, caller = admin) => ({ caller, input: { params: { id }, body } });

describe('A request about one’s data', () => {
  test('the person and the administrators get a letter, and the answer is due in 30 days', async () => {
    const { request } = await ask('question', 'Which doctors see my record?');
    const due = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
    expect(request).toMatchObject({ kind: 'question', state: 'received', due_on: due, may: ['withdraw'] });
    expect(await lettersTo('patient2@vialkeep.test')).toContain('Vialkeep: we have received your request');
    expect((await lettersTo('admin@vialkeep.test'))[0]).toContain('a privacy request, due on');
    const { results } = await world.call(patient, listOwnPrivacyRequests);
    expect(results[0]).toEqual(request);
  });

  test('a correction or a question without words is refused at its field', async () => {
    for (const kind of ['correction', 'question']) {
      const response = await world.send(patient, askForPrivacy, { body: { kind, text: '  ' } });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['text']]);
    }
    expect(await world.refusalOf(patient, askForPrivacy, { body: { kind: 'gossip' } })).toMatchObject({ status: 400 });
  });

  test('one of 10 simultaneous requests for an erasure is accepted, and after its withdrawal another one is', async () => {
    const sent = Array.from({ length: 10 }, () => world.send(patient, askForPrivacy, { body: { kind: 'erasure' } }));
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
    const { results } = await world.call(patient, listOwnPrivacyRequests);
    const open = results.find(({ kind, state }) => kind === 'erasure' && state === 'received');
    const input = { params: { id: open?.id } };
    await world.call(patient, withdrawPrivacyRequest, input);
    expect(await world.refusalOf(patient, withdrawPrivacyRequest, input)).toEqual({
      status: 409,
      reason: 'already_answered',
    });
    const { request } = await ask('erasure');
    await world.call(patient, withdrawPrivacyRequest, { params: { id: request.id } });
  });

  test('an administrator inside the account cannot ask or withdraw, and cannot ask for the own erasure', async () => {
    const acting = await world.actingAs(admin, 'patient2@vialkeep.test');
    const before = await databaseDigest(world, ['sessions']);
    expect(await world.refusalOf(acting, askForPrivacy, { body: { kind: 'erasure' } })).toEqual({
      status: 409,
      reason: 'not_while_acting',
    });
    expect(await world.refusalOf(admin, askForPrivacy, { body: { kind: 'erasure' } })).toEqual({
      status: 409,
      reason: 'is_administrator',
    });
    expect(await databaseDigest(world, ['sessions'])).toEqual(before);
  });

  test('another person and an administrator of another site find no request', async () => {
    const { request } = await ask('question', 'Why?');
    const stranger = await world.as('patient3');
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await world.refusalOf(stranger, withdrawPrivacyRequest, { params: { id: request.id } })).status).toBe(404);
    const { caller, input } = decide(request.id, { decision: 'done', answer: 'No' }, north);
    expect((await world.refusalOf(caller, decidePrivacyRequest, input)).status).toBe(404);
    const { results } = await world.call(north, listPrivacyRequests);
    expect(results.map(({ id }) => id)).not.toContain(request.id);
  });
});

describe('Decisions about requests', () => {
  test('a question is taken into review and answered once, by letter', async () => {
    const { request } = await ask('question', 'What is kept?');
    await world.call(admin, decidePrivacyRequest, decide(request.id, { decision: 'in_review' }).input);
    expect(
      await world.refusalOf(admin, decidePrivacyRequest, decide(request.id, { decision: 'done' }).input),
    ).toMatchObject({
      status: 400,
    });
    const answer = decide(request.id, { decision: 'done', answer: 'Your name and your sample.' }).input;
    await world.call(admin, decidePrivacyRequest, answer);
    expect(await world.refusalOf(admin, decidePrivacyRequest, answer)).toEqual({
      status: 409,
      reason: 'already_answered',
    });
    const { results } = await world.call(patient, listOwnPrivacyRequests);
    expect(results.find(({ id }) => id === request.id)).toMatchObject({
      state: 'done',
      answer: 'Your name and your sample.',
      may: [],
    });
    const [letter] = await world.letters();
    expect(letter).toMatchObject({ recipient: 'patient2@vialkeep.test' });
    expect(letter?.text_body).toContain('Your name and your sample.');
  });

  test('an erasure is refused with an answer, and is not done by a decision', async () => {
    const { request } = await ask('erasure');
    const done = decide(request.id, { decision: 'done', answer: 'Done' }).input;
    expect(await world.refusalOf(admin, decidePrivacyRequest, done)).toEqual({ status: 409, reason: 'done_otherwise' });
    expect(
      (await world.refusalOf(admin, decidePrivacyRequest, decide(request.id, { decision: 'refused' }).input)).status,
    ).toBe(400);
    await world.call(
      admin,
      decidePrivacyRequest,
      decide(request.id, { decision: 'refused', answer: 'We keep vials.' }).input,
    );
    const erase = { params: { id: request.id }, body: { confirm: `#${patient.user?.id}` } };
    expect(await world.refusalOf(admin, erasePerson, erase)).toEqual({ status: 409, reason: 'already_answered' });
    const question = await ask('question', 'x');
    const wrongKind = { ...erase, params: { id: question.request.id } };
    expect(await world.refusalOf(admin, erasePerson, wrongKind)).toEqual({ status: 409, reason: 'not_an_erasure' });
  });

  test('open requests come first by their due day, overdue ones are marked and counted on the tiles', async () => {
    const { request } = await ask('correction', 'My name is spelled wrong.');
    const earlier = (await world.call(admin, readWaiting)).privacy_due;
    await world.sql('update privacy_requests set due_on = current_date - 1 where id = $1', [request.id]);
    const { results } = await world.call(admin, listPrivacyRequests);
    expect(results[0]).toMatchObject({ id: request.id, is_overdue: true, person: { id: patient.user?.id } });
    expect((await world.call(admin, readWaiting)).privacy_due).toBe(earlier + 1);
    const due = await world.call(admin, listPrivacyRequests, { query: { due: 'true' } });
    expect(due.count).toBe(earlier + 1);
    const refused = await world.call(admin, listPrivacyRequests, { query: { state: 'refused', kind: 'erasure' } });
    expect(new Set(refused.results.map(({ state, kind }) => `${kind} ${state}`))).toEqual(new Set(['erasure refused']));
    const page = await world.call(admin, listPrivacyRequests, { query: { limit: 1, offset: 1 } });
    expect([page.results.length, page.results[0]?.id]).toEqual([1, results[1]?.id]);
  });

  test('the audit log names the decision, and the letters to administrators do not name the person', async () => {
    const { results } = await world.call(admin, listAudit, { query: { action: 'privacy.decide', limit: 1 } });
    expect(results[0]?.facts).toMatchObject({ kind: 'erasure', decision: 'refused' });
    const letters = (await world.letters()).filter(({ recipient }) => recipient === 'admin@vialkeep.test');
    expect(letters.filter(({ text_body }) => text_body.includes(String(patient.user?.last_name)))).toEqual([]);
  });
});
