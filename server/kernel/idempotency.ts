import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { NotedSubjects } from './access/reading.ts';
import type { Work } from './db/db.ts';
import { Refusal, refuse } from './http/refuse.ts';
import type { Purge } from './jobs/purge-expired.ts';
import { describeError } from './log.ts';
import type { SealedColumns } from './secrets/reseal.ts';
import type { Services } from './services.ts';
import type { Actor } from './session/actor.ts';

const LONGEST_TEXT = 64;
/** Longer answers are not kept; the same call again is then told that it was done already. */
const LONGEST_ANSWER = 100_000;
/** The call that did the work sends its answer a moment after its commit. */
const AWAITED_MS = 10_000;
const ASKED_EVERY_MS = 25;

const REPEATABLE: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** A write by an API key that must happen once, however often it is sent within 24 hours. */
export type Once = {
  readonly keyId: number;
  readonly domainId: number;
  readonly text: string;
  readonly route: string;
  readonly sha256: Buffer;
};

type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly header: string | readonly string[] | undefined;
  readonly route: string;
  readonly body: unknown;
  readonly file: { readonly bytes: Buffer; readonly givenName: string } | null;
  readonly raw: { readonly bytes: Buffer } | null;
};

/** Null for a call that is not by key, writes nothing or has no Idempotency-Key. */
export function onceOf(actor: Actor, { method, url, header, route, body, file, raw }: SentRequest): Once | null {
  if (actor.key === null || header === undefined || !REPEATABLE.has(method)) return null;
  const text = String(header);
  if (text.length < 1 || text.length > LONGEST_TEXT) {
    throw refuse('invalid_input', { message: `Idempotency-Key must have 1 to ${LONGEST_TEXT} characters.` });
  }
  const sha256 = createHash('sha256').update(`${method} ${url}\n${JSON.stringify(body ?? null)}\n`);
  if (file) sha256.update(`${file.givenName}\n`).update(file.bytes);
  if (raw) sha256.update(raw.bytes);
  return { keyId: actor.key.id, domainId: actor.domainId, text, route, sha256: sha256.digest() };
}

/** One call under a text. `isMade`: its own transaction has claimed the text. */
export type Claim = { readonly once: Once; isMade: boolean };

/** Makes the answer, or repeats that of an earlier call under the same text. */
export async function answerOnce<T>(
  services: Services,
  claim: Claim | null,
  { make, repeat }: { make: (claim: Claim | null) => Promise<T>; repeat: (kept: KeptAnswer) => Promise<T> },
): Promise<T> {
  if (claim === null) return make(null);
  const kept = await findKept(services, claim.once);
  if (kept) return repeat(kept);
  try {
    return await make(claim);
  } catch (error) {
    if (error instanceof Refusal && claim.isMade) await releaseClaim(services, claim.once);
    // A call that came second may also be refused because of what the first has changed.
    const isSecond = error instanceof DoneBefore || (error instanceof Refusal && !claim.isMade);
    if (!isSecond) throw error;
    const done = await findKept(services, claim.once);
    if (done) return repeat(done);
    if (error instanceof DoneBefore) return answerOnce(services, claim, { make, repeat });
    throw error;
  }
}

/** Another call has claimed the text, and its commit is known. */
class DoneBefore extends Error {
  override readonly name = 'DoneBefore';
}

/**
 * Claims the text in the transaction of the write, so that both are there or neither. A second call waits here for the
 * commit of the first.
 */
export async function claimOnce(work: Work, { keyId, domainId, text, route, sha256 }: Once): Promise<void> {
  const { rows } = await sql`
    insert into idempotency_keys (api_key_id, text, domain_id, route, body_sha256)
    values (${keyId}, ${text}, ${domainId}, ${route}, ${sha256})
    on conflict (api_key_id, text) do update
      set route = excluded.route, body_sha256 = excluded.body_sha256, answer = null, created_at = now()
      where idempotency_keys.created_at <= now() - interval '24 hours'
    returning text`.execute(work.db);
  if (rows.length === 0) throw new DoneBefore();
}

/** The answer of the call that did the work, and whose data it shows. */
export type KeptAnswer = { readonly text: string; readonly noted: NotedSubjects | null };

/** Null where this was not done yet. Refuses another request under the same text, and one whose answer is not kept. */
async function findKept(services: Services, once: Once): Promise<KeptAnswer | null> {
  for (const until = Date.now() + AWAITED_MS; ; await sleep(ASKED_EVERY_MS)) {
    const row = await keptRow(services, once);
    if (!row) return null;
    if (row.route !== once.route || !row.body_sha256.equals(once.sha256)) throw refuse('key_reused');
    if (row.answer !== null) return JSON.parse(services.dataKey.unseal(row.answer, contextOf(once))) as KeptAnswer;
    if (!row.is_recent || Date.now() > until) throw refuse('already_done');
  }
}

/** Keeps the answer for the next call. The work is done already, so a failure is only logged. */
export async function keepAnswer(services: Services, once: Once, kept: KeptAnswer): Promise<void> {
  if (kept.text.length > LONGEST_ANSWER) return;
  const answer = services.dataKey.seal(JSON.stringify(kept), contextOf(once));
  try {
    await services.store.unaudited('the answer of a call that was audited', (db) =>
      db
        .updateTable('idempotency_keys')
        .set({ answer })
        .where('api_key_id', '=', once.keyId)
        .where('text', '=', once.text)
        .execute(),
    );
  } catch (error) {
    services.log.warn({ error: describeError(error) }, 'an answer was not kept');
  }
}

/**
 * A call that was refused after its first write, such as a label that the carrier does not make now, has not done the work:
 * the same call again is a new attempt.
 */
async function releaseClaim({ store }: Services, { keyId, text }: Once): Promise<void> {
  await store.unaudited('a text that stands for no work', (db) =>
    db
      .deleteFrom('idempotency_keys')
      .where('api_key_id', '=', keyId)
      .where('text', '=', text)
      .where('answer', 'is', null)
      .execute(),
  );
}

async function keptRow({ store }: Services, { keyId, domainId, text }: Once) {
  const { rows } = await sql<{ route: string; body_sha256: Buffer; answer: string | null; is_recent: boolean }>`
    select route, body_sha256, answer, created_at > now() - interval '1 minute' as is_recent from idempotency_keys
    where api_key_id = ${keyId} and domain_id = ${domainId} and text = ${text}
      and created_at > now() - interval '24 hours'`.execute(store.read('platform'));
  return rows[0];
}

/** A kept answer cannot be swapped with that of another key or text. */
function contextOf({ keyId, text }: Pick<Once, 'keyId' | 'text'>): string {
  return `answer to ${keyId} ${text}`;
}

/** Deletes what no call is compared with any more. */
export const deleteOldIdempotencyKeys: Purge = async (db) => {
  const gone = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
};

export const sealedAnswers: SealedColumns = {
  table: 'idempotency_keys',
  where: sql<boolean>`answer is not null`,
  contexts: { answer: ({ api_key_id, text }) => contextOf({ keyId: Number(api_key_id), text: String(text) }) },
  write: (rows) => sql`update idempotency_keys kept set answer = becomes.answer
    from jsonb_to_recordset(${rows}::jsonb) becomes (place text, answer text) where kept.ctid = becomes.place::tid`,
};
