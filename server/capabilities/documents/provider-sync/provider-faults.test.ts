import {
  receiveEsignMessage,
  resendSignatureRequest,
  signLinkForGuest,
  updateDocumentStatus,
} from '@vialkeep/contract/documents.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openLetter } from '../../../kernel/mail/outbox.ts';
import { beginHold } from '../../../kernel/session/holds.ts';
import { EsignUnavailable } from '../../../ports/esign.ts';
import { asked, documentsFor, type KeptDocument, newGuestLink } from '../../../testing/documents/signers.ts';
import { type BoldsignStandIn, fakeBoldsign } from '../../../testing/fakes/esign/fake-boldsign.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';
import { findDocument } from '../documents.queries.ts';
import { remindOfDocumentsJob } from '../requests/remind-of-documents.ts';
import { reconcileDocumentsJob } from './reconcile-documents.ts';
import { sendDocumentJob, sendToProvider } from './send-to-provider.ts';
import { syncDocument } from './sync-document.ts';

/** Documents are signed at a fake external provider that is slow, loses messages and is sometimes unavailable. */
let provider: BoldsignStandIn;
let world: World;
let hc: Caller;
beforeAll(async () => {
  provider = await fakeBoldsign();
  world = await newWorld({
    ESIGN: 'boldsign',
    BOLDSIGN_API_KEY: provider.account.apiKey,
    BOLDSIGN_URL: provider.account.url,
    BOLDSIGN_WEBHOOK_SECRETS: provider.account.webhookSecrets.join(','),
  });
  hc = await world.as('hc');
  await world.sql("update documents set hidden_at = now() where status = 'Pending'");
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
// Hides pending documents, so that a test does not reconcile those of the previous one.
afterEach(() => world.sql("update documents set hidden_at = now() where status = 'Pending'"));

const cause = { actorId: null, userId: null, sessionId: null, requestId: 'test' };
const sweep = () => reconcileDocumentsJob.run({}, world.app.services, cause);
const link = async (documentId: string) =>
  world.send(anonymousCaller, signLinkForGuest, { params: { documentId: await newGuestLink(world, documentId) } });
const look = async (id: number) => {
  const document = await findDocument(world.app.services.store.read('platform'), id);
  return document ? syncDocument(world.app.services, cause, document) : null;
};
const completions = async (ids: readonly number[]) =>
  world.sql(
    "select subject_id from audit_log where action = 'documents.complete' and subject_id = any($1) order by subject_id",
    [ids.map(String)],
  );

/** Creates a document and sends it to the provider. */
async function handed(email: string): Promise<KeptDocument & { provider_id: string }> {
  const [first, ...others] = await asked(world, hc, email);
  await world.sql('update documents set hidden_at = now() where id = any($1)', [others.map(({ id }) => id)]);
  const document = await findDocument(world.app.services.store.read('platform'), first?.id ?? 0);
  if (!document) throw new Error('Nothing to hand over.');
  await sendToProvider(world.app.services, cause, document);
  const [row] = await documentsFor(world, email);
  return { ...(row as KeptDocument), provider_id: row?.provider_id ?? '' };
}
const statusOf = async (email: string) => (await documentsFor(world, email))[0]?.status;

describe('An unavailable provider', () => {
  test('the signer gets 503, the request stays pending, and later the provider has it as one document', async () => {
    const [document] = await asked(world, hc, 'away@fault.test');
    provider.befall('reset');
    const refused = await link(document?.document_id ?? '');
    expect([refused.statusCode, refused.json().reason]).toEqual([503, 'provider_unavailable']);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await statusOf('away@fault.test')).toBe('Pending');

    const before = provider.documents.size;
    expect((await link(document?.document_id ?? '')).statusCode).toBe(200);
    await sendDocumentJob.run({ id: document?.id }, world.app.services, cause);
    expect((await link(document?.document_id ?? '')).statusCode).toBe(200);
    expect(provider.documents.size).toBe(before + 1);
  });

  test('a status check is answered with 503 and changes nothing', async () => {
    await handed('check-away@fault.test');
    provider.befall({ status: 500 });
    expect(await world.refusalOf(hc, updateDocumentStatus)).toEqual({ status: 503, reason: 'provider_unavailable' });
    expect(await statusOf('check-away@fault.test')).toBe('Pending');
  });

  test('a failed download of the signed file leaves the document pending', async () => {
    const { id, provider_id } = await handed('half@fault.test');
    provider.signAs(provider_id);
    // Three requests: the state, the state again before the download, and the file.
    provider.befall({ slow: 1 }, { slow: 1 }, 'cut');
    await expect(look(id)).rejects.toThrow(EsignUnavailable);
    expect((await documentsFor(world, 'half@fault.test'))[0]).toMatchObject({ status: 'Pending', file: null });
    expect(await look(id)).toBe('completed');
  });
});

describe('Lost, repeated and late webhooks', () => {
  const deliver = (index: number) => {
    const message = provider.messages.told.at(index);
    if (!message) throw new Error('Nothing was told.');
    return world.raw({
      method: 'POST',
      url: receiveEsignMessage.path,
      headers: { host: 'localhost', ...provider.messages.headersOf(message) },
      payload: message.raw,
    });
  };

  test('F077 without any webhook, the reconcile job and a status check complete a signed document', async () => {
    const swept = await handed('swept@fault.test');
    provider.signAs(swept.provider_id);
    await sweep();
    expect(await statusOf('swept@fault.test')).toBe('Completed');

    const checked = await handed('checked@fault.test');
    await handed('unsigned@fault.test');
    provider.signAs(checked.provider_id);
    expect(await world.call(hc, updateDocumentStatus)).toEqual({ success: true, updated: 1, pending: 1 });
    expect(await world.call(hc, updateDocumentStatus)).toEqual({ success: true, updated: 0, pending: 1 });
    expect(await statusOf('checked@fault.test')).toBe('Completed');
    expect(await completions([swept.id, checked.id])).toHaveLength(2);
  });

  test('repeated and reordered webhooks beside the reconcile job complete the document once', async () => {
    const { id, provider_id } = await handed('doubled@fault.test');
    provider.signAs(provider_id);
    const answers = await Promise.all([
      deliver(-1),
      deliver(-2),
      deliver(-1),
      sweep(),
      look(id),
      look(id),
      deliver(-3),
    ]);
    expect(answers.flatMap((answer) => (typeof answer === 'object' ? [answer?.statusCode] : []))).toEqual([
      200, 200, 200, 200,
    ]);
    await world.letters();
    expect(await statusOf('doubled@fault.test')).toBe('Completed');
    expect(await completions([id])).toHaveLength(1);
    const [kept] = await documentsFor(world, 'doubled@fault.test');
    expect(kept?.file).toBe(`documents/${kept?.sha256}.pdf`);
  });

  test('a hundred documents with webhooks lost, repeated or reordered are each completed once', async () => {
    const signers = Array.from({ length: 100 }, (_, index) => index);
    const { esign } = world.app.services;
    const made: number[] = [];
    for (const index of signers) {
      const [row] = await world.sql<{ id: number; document_id: string }>(
        `insert into documents (domain_id, document_id, kind, name, signer_name, signer_email, code, sent_at)
         values (1, left(md5(random()::text), 22), 'storage', 'Storage', 'Maria', 'many@fault.test', md5(random()::text), now())
         returning id, document_id`,
      );
      const { providerId } = await esign.send({
        reference: row?.document_id ?? '',
        domainId: 1,
        title: 'Storage',
        pdf: Buffer.from(`%PDF-1.7 ${index}`),
        place: { page: 1, x: 0, y: 0, width: 10, height: 10 },
        signer: { name: 'Maria', email: 'many@fault.test' },
      });
      await world.sql("update documents set provider = 'boldsign', provider_id = $1 where id = $2", [
        providerId,
        row?.id,
      ]);
      made.push(row?.id ?? 0);
      const told = provider.messages.told.length;
      provider.signAs(providerId);
      const fate = (index * 7) % 5;
      // 0, 1: lost. 2: delivered once. 3: delivered twice. 4: the earlier webhook arrives last.
      if (fate >= 2) await deliver(told + 1);
      if (fate === 3) await deliver(told + 1);
      if (fate === 4) await deliver(told);
    }
    await Promise.all([sweep(), world.letters(), sweep()]);
    await sweep();
    const documents = await documentsFor(world, 'many@fault.test');
    expect(documents.filter(({ status }) => status !== 'Completed')).toEqual([]);
    expect(await completions(made)).toHaveLength(100);
    expect(new Set(documents.map(({ file }) => file)).size).toBe(100);
  });
});

describe('An attempt that ends without a signature', () => {
  test.each(['Declined', 'Expired', 'Revoked'] as const)(
    'a document that is %s stays pending and is sent again when the signer opens it',
    async (state) => {
      const email = `${state.toLowerCase()}@fault.test`;
      const first = await handed(email);
      provider.end(first.provider_id, state);
      await sweep();
      await look(first.id);
      expect((await documentsFor(world, email))[0]).toMatchObject({ status: 'Pending', refused: state.toLowerCase() });
      const noted = await world.sql(
        "select from audit_log where action = 'documents.note_refused' and subject_id = $1",
        [String(first.id)],
      );
      expect(noted).toHaveLength(1);

      expect((await link(first.document_id)).statusCode).toBe(200);
      const [again] = await documentsFor(world, email);
      expect(again).toMatchObject({ status: 'Pending', attempt: 2, refused: null });
      expect(again?.provider_id).not.toBe(first.provider_id);
      provider.signAs(again?.provider_id ?? '');
      await sweep();
      expect(await statusOf(email)).toBe('Completed');
    },
  );

  test('a document that the provider lost is sent again after ten minutes', async () => {
    provider.delaySending();
    const first = await handed('never-made@fault.test');
    provider.failSending();
    expect(await look(first.id)).toBe('waiting');
    await world.sql("update documents set sent_at = now() - interval '11 minutes' where id = $1", [first.id]);
    expect(await look(first.id)).toBe('missing');
    await world.letters();
    const [again] = await documentsFor(world, 'never-made@fault.test');
    expect(again?.provider_id).not.toBe(first.provider_id);
    expect(provider.documents.has(again?.provider_id ?? '')).toBe(true);
  });

  test('the reconcile job sends a document whose own job failed', async () => {
    const [first] = await asked(world, hc, 'left@fault.test');
    await world.sql('update documents set hidden_at = now() where signer_email = $1 and id <> $2', [
      'left@fault.test',
      first?.id,
    ]);
    await world.sql("update documents set requested_at = now() - interval '1 hour' where id = $1", [first?.id]);
    await sweep();
    await world.letters();
    expect((await documentsFor(world, 'left@fault.test'))[0]?.provider_id).not.toBeNull();
  });
});

describe('Reminders of pending documents', () => {
  const remind = () => remindOfDocumentsJob.run({}, world.app.services, cause);
  const age = (email: string, days: number) =>
    world.sql('update documents set emailed_at = now() - make_interval(days => $2) where signer_email = $1', [
      email,
      days,
    ]);
  const lettersTo = async (email: string) =>
    (
      await world.sql<{ kind: string; message_id: string; text_body: string; html_body: string; sealed: boolean }>(
        'select * from letters where recipient = $1 order by id',
        [email],
      )
    ).map((letter) => openLetter(world.app.services.dataKey, letter));

  test('a signer is reminded after three days and then weekly, at most four times, with one email for all documents', async () => {
    const email = 'slow@fault.test';
    const documents = await asked(world, hc, email);
    await age(email, 2);
    await remind();
    expect(await lettersTo(email)).toHaveLength(1);
    await age(email, 4);
    await Promise.all([remind(), remind()]);
    const [, reminder, ...more] = await lettersTo(email);
    expect(more).toEqual([]);
    expect(reminder?.kind).toBe('signature-reminder');
    expect(new Set(reminder?.text_body.match(/documentId=[\w-]{22}/g)).size).toBe(documents.length);
    await age(email, 4);
    await remind();
    expect(await lettersTo(email)).toHaveLength(2);
    for (let week = 0; week < 6; week += 1) {
      await age(email, 8);
      await remind();
    }
    expect(await lettersTo(email)).toHaveLength(5);
  });

  test('a signer whose account is inactive gets no email', async () => {
    const email = 'patient11@vialkeep.test';
    const [first] = await asked(world, hc, email);
    const before = (await lettersTo(email)).length;
    await world.sql('update users set is_active = false where email = $1', [email]);
    await age(email, 4);
    await remind();
    await world.call(hc, resendSignatureRequest, { body: { doc_id: first?.id } });
    expect(await lettersTo(email)).toHaveLength(before);
  });
});

// Rendering PDFs is slow on a busy machine.
test('T17 a guest gets no link to an external provider while a hold on the signer’s changed email lasts', async () => {
  const documents = await asked(world, hc, 'patient3@vialkeep.test');
  const document = documents.find(({ status, hidden_at }) => status === 'Pending' && hidden_at === null);
  const userId = await world.idOf('patient3@vialkeep.test');
  expect(document?.signer_id).toBe(userId);
  await world.app.services.store.write('platform', cause, (work) =>
    beginHold(work, { userId, domainId: 1, why: 'email_set_by_other', hours: 72 }),
  );
  const refused = await link(document?.document_id ?? '');
  expect([refused.statusCode, refused.json().reason]).toEqual([400, 'problem']);
  await world.sql("update credential_holds set until = now() - interval '1 minute'");
  expect((await link(document?.document_id ?? '')).statusCode).toBe(200);
});
