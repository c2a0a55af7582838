import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { describeError } from '../../kernel/log.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { listLabReaders } from '../lab-policy/index.ts';

/** The share of the window after which the first letter goes out. */
const WARNED_AT = 0.75;
const AT_ONCE = 500;

type LateHarvest = {
  readonly id: number;
  readonly lab_id: number;
  readonly domain_id: number;
  readonly patient_id: number;
  readonly tissue_hours: number;
  /** 1: the window closes soon; 2: it is over. */
  readonly step: number;
};

/** Tells of tissue that has not arrived when most of its window is over, and again at the end; each once. */
export const watchTissueJob: Job = {
  name: 'watch-tissue',
  at: '17 * * * *',
  run: (_payload, services, cause) => watchTissue(services, cause),
};

export async function watchTissue(services: Services, cause: AuditContext): Promise<void> {
  const { rows } = await sql<LateHarvest>`
    select harvest.id, harvest.lab_id, harvest.domain_id, harvest.patient_id, lab_settings.tissue_hours,
      case when now() >= harvest.harvested_at + make_interval(hours => lab_settings.tissue_hours) then 2 else 1 end as step
    from harvests harvest
      join lab_settings on lab_settings.lab_id = harvest.lab_id and lab_settings.bench_on
      left join arrivals on arrivals.harvest_id = harvest.id
    where harvest.late_letters < 2 and arrivals.id is null
      and now() >= harvest.harvested_at + make_interval(hours => lab_settings.tissue_hours) * ${WARNED_AT}::float8
      and harvest.late_letters < case
        when now() >= harvest.harvested_at + make_interval(hours => lab_settings.tissue_hours) then 2 else 1 end
    order by harvest.harvested_at limit ${AT_ONCE}`.execute(services.store.readSlowly('platform'));
  for (const harvest of rows) {
    try {
      await services.store.write('platform', cause, (work) => tellOfLateTissue(work, services, harvest));
    } catch (error) {
      services.log.error({ harvest: harvest.id, error: describeError(error) }, 'late tissue was not told');
    }
  }
}

async function tellOfLateTissue(work: Work, { domains }: Services, harvest: LateHarvest): Promise<void> {
  // Two servers may have read the same harvest.
  const isFirst = await work.db
    .updateTable('harvests')
    .set({ late_letters: harvest.step })
    .where('id', '=', harvest.id)
    .where('late_letters', '<', harvest.step)
    .returning('id')
    .executeTakeFirst();
  if (!isFirst) return;
  const site = await domains.ofId(harvest.domain_id);
  const isOver = harvest.step === 2;
  for (const reader of await listLabReaders(work.db, harvest)) {
    await queueEmail(work, {
      from: site,
      to: { userId: reader.id, email: reader.email },
      kind: 'tissue-late',
      subject: `${site.brand}: tissue of patient #${harvest.patient_id} ${isOver ? 'is late' : 'has not arrived yet'}`,
      heading: isOver ? 'Tissue is late' : 'Tissue has not arrived yet',
      paragraphs: [
        isOver
          ? `The tissue of patient #${harvest.patient_id} has not arrived within ${harvest.tissue_hours} hours of the harvest.`
          : `The tissue of patient #${harvest.patient_id} has not arrived. Three quarters of its ${harvest.tissue_hours} hours are over.`,
        'Please follow the parcel.',
      ],
    });
  }
  await audit(work, {
    domainId: harvest.domain_id,
    action: 'intake.tissue_late',
    subject: 'harvest',
    subjectId: harvest.id,
    facts: { lab: harvest.lab_id, step: harvest.step },
  });
}
