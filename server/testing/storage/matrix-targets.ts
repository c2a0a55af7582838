import type { World } from '../world.ts';

export const storageThings = ['storageOffer', 'storagePlan', 'storageInvoice', 'storageCandidate'] as const;
export type StorageThing = (typeof storageThings)[number];

/** An offer of the account's site, a plan of the account with an open invoice, and a patient without a plan. */
export async function addStorageRecords(
  world: World,
  account: number,
  domainId: number,
): Promise<Record<StorageThing, number>> {
  await world.sql(
    `insert into money_settings (domain_id, storage) values ($1, true)
     on conflict (domain_id) do update set storage = true`,
    [domainId],
  );
  const first = async (text: string, values: unknown[]) => (await world.sql<{ id: number }>(text, values))[0]?.id ?? 0;
  const storageOffer = await first(
    "insert into storage_offers (domain_id, name, years, price_cents) values ($1, 'Yearly storage', 1, 18000) returning id",
    [domainId],
  );
  const storageCandidate = await first(
    `insert into users (domain_id, plan_id, email, first_name, last_name, check_agreement)
     values ($1, 2, $2, 'Lone', 'Candidate', 'yes') returning id`,
    [domainId, `storage-${account}-${storageOffer}@${domainId}.strangers.test`],
  );
  // An account can be the target of several callers.
  await world.sql(
    `insert into storage_enrolments (domain_id, patient_id, offer_id, starts_on) values ($1, $2, $3, day_of(now()))
     on conflict (patient_id) where state <> 'ended' do nothing`,
    [domainId, account, storageOffer],
  );
  await world.sql(
    `insert into storage_invoices (domain_id, enrolment_id, from_day, to_day, cents, due_on)
     select domain_id, id, starts_on, starts_on + 364, 18000, starts_on from storage_enrolments
     where patient_id = $1 and state <> 'ended' on conflict do nothing`,
    [account],
  );
  const storagePlan = await first('select id from storage_enrolments where patient_id = $1', [account]);
  const storageInvoice = await first('select id from storage_invoices where enrolment_id = $1', [storagePlan]);
  return { storageOffer, storagePlan, storageInvoice, storageCandidate };
}
