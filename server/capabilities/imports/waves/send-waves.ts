import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import { SEND_WAVES } from '../job-names.ts';
import { letterShare } from './letter-share.ts';
import { invitable } from './waves.queries.ts';

/** A wave that was asked for this many letters can be judged by its refusals. */
const LETTERS_TO_JUDGE = 40;
const MOST_REFUSED = 0.05;

/** Each minute, sends the share of every running wave. */
export const sendWavesJob: Job = {
  name: SEND_WAVES,
  at: '* * * * *',
  run: (_payload, services, cause) => sendWaves(services, cause),
};

export async function sendWaves(services: Services, cause: AuditContext): Promise<void> {
  const waves = await services.store
    .read('platform')
    .selectFrom('import_waves')
    .select(['id', 'domain_id'])
    .where('state', '=', 'running')
    .where('starts_at', '<=', sql<Date>`now()`)
    .orderBy('id')
    .execute();
  for (const wave of waves) await sendShare(services, wave, cause);
}

type Wave = {
  readonly id: number;
  readonly import_id: number;
  readonly plans: number[];
  readonly invited: number;
  readonly refused: number;
  readonly per_hour: number;
  readonly paid_until: Date | null;
  readonly now: Date;
};

/** The row lock lets one server at a time send a share. */
async function sendShare(
  services: Services,
  { id, domain_id }: { id: number; domain_id: number },
  cause: AuditContext,
) {
  const site = await services.domains.ofId(DomainId.parse(domain_id));
  await services.store.write(site.id, cause, async (work) => {
    const wave = await lockWave(work, id);
    const how = await sendNext(work, site, wave);
    await audit(work, {
      domainId: domain_id,
      action: 'imports.send_wave',
      subject: 'import',
      subjectId: wave?.import_id ?? id,
      facts: { wave: id, ...how },
    });
  });
}

async function lockWave(work: Work, id: number): Promise<Wave | null> {
  const { rows } = await sql<Wave>`
    select id, import_id, plans, invited, per_hour, paid_until, now() as now,
      (select count(letters.refused_at)::integer from wave_invitations sent
        join letters on letters.id = sent.letter_id where sent.wave_id = wave.id) as refused
    from import_waves wave where id = ${id} and state = 'running' for update of wave`.execute(work.db);
  return rows[0] ?? null;
}

async function sendNext(work: Work, site: Domain, wave: Wave | null): Promise<{ state: string; letters: number }> {
  if (!wave) return { state: 'ended', letters: 0 };
  if (wave.invited >= LETTERS_TO_JUDGE && wave.refused > wave.invited * MOST_REFUSED) {
    await endWave(work, wave.id, 'stopped_itself');
    return { state: 'stopped_itself', letters: 0 };
  }
  const share = letterShare(wave);
  await work.db.updateTable('import_waves').set({ paid_until: share.paidUntil }).where('id', '=', wave.id).execute();
  // A wave of less than 60 an hour sends its letter in the minute in which one is due.
  if (share.letters === 0) return { state: 'running', letters: 0 };
  const { rows: people } = await sql<{ id: number; email: string }>`
    select users.id, users.email from ${invitable(wave.import_id)}
      and users.plan_id = any (${wave.plans}::smallint[])
    order by users.id limit ${share.letters} for update of users`.execute(work.db);
  for (const person of people) {
    const letterId = await queueEmail(work, invitationTo(site, person));
    await work.db
      .insertInto('wave_invitations')
      .values({ user_id: person.id, domain_id: site.id, wave_id: wave.id, letter_id: letterId })
      .execute();
  }
  await sql`update import_waves set invited = invited + ${people.length} where id = ${wave.id}`.execute(work.db);
  if (people.length < share.letters) {
    await endWave(work, wave.id, 'finished');
    return { state: 'finished', letters: people.length };
  }
  return { state: 'running', letters: people.length };
}

async function endWave(work: Work, id: number, state: string): Promise<void> {
  await work.db.updateTable('import_waves').set({ state }).where('id', '=', id).execute();
}

/** The letter holds no secret: the address is in the part of the link that no server sees. */
function invitationTo(site: Domain, { id, email }: { id: number; email: string }) {
  return {
    from: site,
    to: { userId: id, email },
    kind: 'import_invitation',
    subject: `Your account at ${site.brand}`,
    heading: `Your account at ${site.brand}`,
    paragraphs: [
      `Your records have moved to ${site.brand}. Open the page and ask for a one-time password; it comes to this address.`,
    ],
    button: { label: 'Open my account', url: `${site.url}/forgot-password#email=${encodeURIComponent(email)}` },
  };
}
