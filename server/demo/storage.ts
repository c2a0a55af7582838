import { sql } from 'kysely';
import { runStorageCharges, runStorageInvoices } from '../capabilities/storage-billing/index.ts';
import { audit } from '../kernel/audit/audit.ts';
import type { Work } from '../kernel/db/db.ts';
import type { Services } from '../kernel/services.ts';
import { actorlessContext } from '../kernel/session/actor.ts';

const DAY_MS = 86_400_000;
const YEARLY = { name: 'Yearly storage', years: 1, price_cents: 18_000 };
const TEN_YEARS = { name: 'Storage for ten years', years: 10, price_cents: 150_000 };

/** Storage plans of the second site: one is due in 12 days, and the card of another was declined. */
export async function addStoragePlans(services: Services): Promise<void> {
  const { store, domains } = services;
  const cause = actorlessContext('demo-network');
  domains.readAnew();
  await store.write('platform', cause, async (work) => {
    const { domain_id: north } = await work.db
      .selectFrom('users')
      .select('domain_id')
      .where('email', '=', 'patient@north.test')
      .executeTakeFirstOrThrow();
    await work.db.insertInto('money_settings').values({ domain_id: north, storage: true }).execute();
    const [yearly] = await work.db
      .insertInto('storage_offers')
      .values([YEARLY, TEN_YEARS].map((offer) => ({ ...offer, domain_id: north })))
      .returning('id')
      .execute();
    await enrol(work, 'patient@north.test', yearly?.id ?? 0, 12);
    await enrol(work, 'patient2@north.test', yearly?.id ?? 0, -5);
    await audit(work, { domainId: north, action: 'demo.load', subject: 'domain', subjectId: north });
  });
  const fiveDaysAgo = new Date(Date.now() - 5 * DAY_MS).toISOString().slice(0, 10);
  const today = new Date().toISOString().slice(0, 10);
  await runStorageInvoices(services, fiveDaysAgo, cause);
  await runStorageCharges(services, fiveDaysAgo, cause);
  await runStorageInvoices(services, today, cause);
}

async function enrol(work: Work, email: string, offerId: number, startsIn: number): Promise<void> {
  const { id, domain_id } = await work.db
    .selectFrom('users')
    .select(['id', 'domain_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await work.db
    .insertInto('storage_enrolments')
    .values({
      domain_id,
      patient_id: id,
      offer_id: offerId,
      automatic: true,
      starts_on: sql<string>`day_of(now()) + ${startsIn}::integer`,
    })
    .execute();
}
