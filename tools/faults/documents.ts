import { setTimeout as sleep } from 'node:timers/promises';
import { requestSignatures, updateDocumentStatus } from '@vialkeep/contract/documents.ts';
import type pg from 'pg';
import { type BoldsignStandIn, fakeBoldsign } from '../../server/testing/fakes/esign/fake-boldsign.ts';
import { ApiClient } from '../harness/api-client.ts';
import { type KillableProduct, startKillableProduct } from '../harness/killable-product.ts';
import { report } from '../harness/report.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { makeJobsDue } from './aftermath.ts';
import { type Papers, readDocumentTotals } from './document-totals.ts';
import { UnreliableWebhooks } from './unreliable-webhooks.ts';

/**
 * Clinics request signatures and patients sign at the provider, while its webhooks are dropped, duplicated and
 * reordered, its calls sometimes fail and the server is killed repeatedly. Afterwards every signed document must be
 * Completed exactly once. `--short` is the run for every change; `--seed N` repeats a run.
 */
const isShort = process.argv.includes('--short');
const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]) || Date.now() % 1_000_000;
const PATIENTS = isShort ? 12 : 167;
const KILLS = isShort ? 2 : 10;
/** Repeated failures make the retries back off; the short run cannot wait for them. */
const TROUBLE = isShort ? 0.1 : 0.3;
const centers = ['hc@vialkeep.test', 'hc2@vialkeep.test', 'rhc@vialkeep.test'];

console.log(`${PATIENTS * 3} documents, ${KILLS} kills, seed ${seed}`);
const dice = new SeededRandom(seed);
const provider = await fakeBoldsign();
const product = await startKillableProduct({
  ESIGN: 'boldsign',
  BOLDSIGN_API_KEY: provider.account.apiKey,
  BOLDSIGN_URL: provider.account.url,
  BOLDSIGN_WEBHOOK_SECRETS: provider.account.webhookSecrets.join(','),
  LOG_LEVEL: 'fatal',
});
try {
  const messages = new UnreliableWebhooks(provider, product, dice);
  const asked = askEverybody(product);
  const signed = signEverything(provider, asked);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (messages.signed() < (PATIENTS * 3 * kill) / (KILLS + 1)) await sleep(20);
    await sleep(dice.between(0, 300));
    await product.killAndRestart();
  }
  await signed;
  await messages.delivered();
  const withoutHelp = await completedWithoutHelp(product);
  await waitForSignedDocuments(product, provider);
  judgeDocuments(provider, withoutHelp, await product.tables(readDocumentTotals));
} finally {
  await product.close();
  await provider.close();
}

/**
 * Each clinic requests the signatures of its patients and repeats a request without an answer; the repeat returns the
 * same documents.
 */
async function askEverybody({ url, tables }: KillableProduct): Promise<void> {
  const works = centers.map(async (email, place) => {
    const portal = new ApiClient(email, url);
    for (let n = place; n < PATIENTS; n += centers.length) {
      await tables(resetRateLimits);
      const body = { name: `Patient ${n}`, email: `patient${n}@faults.test` };
      while ((await portal.send(requestSignatures, body)) !== 200) await sleep(200);
    }
  });
  await Promise.all(works);
}

/** The run makes a year of a clinic's requests in a minute, which the hourly rate limits would refuse. */
async function resetRateLimits(owner: pg.Client): Promise<void> {
  await owner.query('delete from rate_limits');
}

/** Signs pending documents after a delay, until all are requested and all are signed. */
async function signEverything(
  { documents, requests, signAs, befall }: BoldsignStandIn,
  asked: Promise<void>,
): Promise<void> {
  let calls = 0;
  let isAsked = false;
  void asked.then(() => (isAsked = true));
  const waiting = () => [...documents.values()].filter(({ status }) => status === 'InProgress');
  while (!isAsked || waiting().length > 0 || documents.size < PATIENTS * 3) {
    for (const { documentId } of waiting().slice(0, 5)) signAs(documentId);
    if (requests.length > calls && dice.chance(TROUBLE))
      befall(dice.of(['reset', 'lost', 'cut', { status: 429, headers: { 'Retry-After': '1' } }]));
    calls = requests.length;
    await sleep(dice.between(20, 120));
  }
  await asked;
}

/** Waits until no job is due and returns how many documents are completed by then. */
async function completedWithoutHelp({ tables }: KillableProduct): Promise<number> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await tables((owner) =>
      owner.query('select 1 from graphile_worker.jobs where run_at <= now() and attempts < max_attempts limit 1'),
    );
    if (rows.length === 0) break;
    await sleep(1_000);
  }
  return (await tables(readDocumentTotals)).completed;
}

/**
 * Waits until no document is pending. Retries are made due at once, and a status update, as by the clinic's button,
 * replaces lost webhooks; documents that reached the provider late, after failed calls, are signed late.
 */
async function waitForSignedDocuments(
  { url, tables }: KillableProduct,
  { documents, signAs }: BoldsignStandIn,
): Promise<void> {
  const admin = new ApiClient('admin@vialkeep.test', url);
  for (let tries = 0; tries < 600; tries += 1) {
    const { pending } = await tables(readDocumentTotals);
    if (pending === 0) return;
    for (const { documentId, status } of documents.values()) if (status === 'InProgress') signAs(documentId);
    await tables(resetRateLimits);
    await admin.send(updateDocumentStatus, {});
    await tables(makeJobsDue);
    await sleep(1_000);
  }
}

function judgeDocuments({ documents }: BoldsignStandIn, withoutHelp: number, papers: Papers): void {
  const signedAtProvider = [...documents.values()].filter(({ status }) => status === 'Completed').length;
  const counted = {
    'documents asked for': papers.asked,
    'sent to the provider': documents.size,
    'signed there': signedAtProvider,
    'completed without help': withoutHelp,
    'completed after the clock was moved': papers.completed - withoutHelp,
    'completions written down': papers.completions,
    files: papers.files,
    'still pending': papers.pending,
  };
  const promises = {
    'every document asked for is there once': papers.asked === PATIENTS * 3,
    'every document is completed': papers.completed === papers.asked && papers.pending === 0,
    'each was completed once': papers.completions === papers.completed,
    'each has a file': papers.files === papers.completed,
  };
  report(counted, promises);
}
