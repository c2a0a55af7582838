import { createInspection } from '@vialkeep/contract/inspections.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import { newSecret, secretHash } from '../../kernel/secrets/secrets.ts';
import { sendInspectionLink } from './inspection-emails.ts';

export const createInspectionHandler = handle(createInspection, async ({ actor, body, request, services, write }) => {
  const { domain_id, patient_ids = null, ...rest } = body;
  const siteId = domain_id ?? actor.domainId;
  const isOwn = actor.scope === 'platform' || actor.scope === siteId;
  const sites = await services.domains.all();
  const site = orNotFound(isOwn ? sites.find(({ id }) => id === siteId) : null);
  await countStrangerLetter(services, { actor, address: request.address, recipient: body.email });
  const made = await write((work) =>
    addInspection(work, site, { ...rest, patientIds: patient_ids, madeBy: actor.acting?.byId ?? actor.userId }),
  );
  return {
    success: true as const,
    message: 'The inspection is open. Its link is on the way to the inspector.',
    id: made.id,
    ends_at: made.endsAt.toISOString(),
  };
});

type NewInspection = {
  readonly agency: string;
  readonly name: string;
  readonly email: string;
  readonly reason: string;
  readonly days: number;
  readonly with_names: boolean;
  readonly patientIds: readonly number[] | null;
  readonly madeBy: number;
};

/** Opens an inspection and emails its link; refuses numbers that are not patients of the site. */
export async function addInspection(
  work: Work,
  site: Domain,
  { agency, name, email, reason, days, with_names, patientIds, madeBy }: NewInspection,
): Promise<{ id: number; endsAt: Date }> {
  if (patientIds !== null) await requirePatients(work, site, patientIds);
  const key = newSecret();
  const { id, ends_at } = await work.db
    .insertInto('inspections')
    .values({
      domain_id: site.id,
      agency,
      name,
      email,
      reason,
      patient_ids: patientIds === null ? null : [...patientIds],
      with_names,
      made_by: madeBy,
      ends_at: sql`now() + make_interval(days => ${days})`,
      key_hash: secretHash(key),
    })
    .returning(['id', 'ends_at'])
    .executeTakeFirstOrThrow();
  await sendInspectionLink(work, site, { agency, name, email, reason, endsAt: ends_at, key });
  await audit(work, {
    domainId: site.id,
    action: 'inspections.create',
    subject: 'inspection',
    subjectId: id,
    facts: {
      agency,
      reason,
      days,
      with_names,
      patients: patientIds === null ? 'every patient of the site' : patientIds.map(String),
      // Proves later whom the link was sent to, without keeping the address in the log.
      recipient: work.dataKey.hmac(`${name}\n${email}`, 'recipient of an inspection').toString('hex'),
    },
  });
  return { id, endsAt: ends_at };
}

async function requirePatients(work: Work, site: Domain, ids: readonly number[]): Promise<void> {
  const patients = await work.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('domain_id', '=', site.id)
    .where('plan_id', '=', Plan.generalMember)
    .where('removed_at', 'is', null)
    .execute();
  if (patients.length < ids.length) throw refuseBy(createInspection, 'unknown_patient', { fields: ['patient_ids'] });
}
