import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import type { AuditContext } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { describeError } from '../../kernel/log.ts';
import type { Services } from '../../kernel/services.ts';
import { type Registration, registrations } from './custom-sites.queries.ts';
import { issueSiteCertificate } from './issue-site-certificate.ts';
import { lookUpSite } from './look-up-site.ts';
import { markStep } from './mark-step.ts';

const DAYS_BEFORE_THE_END = 30;

/** Runs every night: checks that each finished site's name still resolves to this server, and renews certificates. */
export const monitorCustomSitesJob: Job = {
  name: 'watch-custom-sites',
  at: '41 3 * * *',
  async run(_payload, services, cause) {
    for (const site of await registrations(services.store.read('platform'))) {
      if (site.certified_at === null) continue;
      // A failure of one site must not stop the others; the next night retries.
      await watch(services, cause, site).catch((error: unknown) =>
        services.log.warn(
          { site: site.site_id, error: describeError(error) },
          'a custom site could not be looked after',
        ),
      );
    }
  },
};

async function watch(services: Services, cause: AuditContext, site: Registration): Promise<void> {
  const id = DomainId.parse(site.site_id);
  const { isUp, found } = await lookUpSite(services, site.host);
  const now = new Date();
  const marks = { checked_at: now, found: [...found], up_at: isUp ? (site.up_at ?? now) : null };
  if (isUp !== (site.up_at !== null)) {
    await services.store.write('platform', cause, (work) => markStep(work, id, 'watch', marks, { up: isUp, found }));
  }
  if (!isUp || !endsSoon(site.certified_until, now)) return;
  const until = await issueSiteCertificate(services, id, site.host);
  await services.store.write('platform', cause, (work) =>
    markStep(work, id, 'renew', { certified_at: now, certified_until: until }, { until: until.toISOString() }),
  );
}

function endsSoon(until: Date | null, now: Date): boolean {
  return until === null || until.getTime() - now.getTime() < DAYS_BEFORE_THE_END * 86_400_000;
}
