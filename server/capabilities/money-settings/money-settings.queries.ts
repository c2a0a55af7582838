import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { MoneySettings } from '@vialkeep/contract/money-settings.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import type { Domain } from '../../kernel/domains.ts';

const settingsRows = statement((db, { domainId }: Placeholders<{ domainId: number }>) =>
  db
    .selectFrom('money_settings')
    .select(['commissions', 'storage', 'four_eyes_cents', 'min_payout_cents', 'dunning_days'])
    .select(['grace_after_days', 'grace_days', 'counsel_noted', 'version'])
    .select(
      sql<number>`case when four_eyes_raised > now() - interval '1 day' then least(four_eyes_cents, four_eyes_before)
        else four_eyes_cents end`.as('approval_cents'),
    )
    .where('domain_id', '=', domainId),
);

/** The defaults of the table's columns, for a site without a row. */
const defaults = {
  commissions: false,
  storage: false,
  four_eyes_cents: 100_000,
  /** From this amount on a second administrator approves now; a rise of the setting counts after a day. */
  approval_cents: 100_000,
  min_payout_cents: 2_500,
  dunning_days: [3, 7, 14],
  grace_after_days: 30,
  grace_days: 90,
  counsel_noted: false,
  version: 0,
};
export type SiteMoneySettings = typeof defaults;

/** What a site has decided about money; the connection must see that site. */
export async function readSiteMoneySettings(db: Db, domainId: number): Promise<SiteMoneySettings> {
  const [row] = await settingsRows(db, { domainId });
  return row ?? defaults;
}

export function presentMoneySettings(site: Domain, settings: SiteMoneySettings): MoneySettings {
  const { four_eyes_cents, min_payout_cents, approval_cents: _, ...rest } = settings;
  return {
    ...rest,
    domain: { id: site.id, name: site.name },
    four_eyes: dollarsOf(four_eyes_cents),
    min_payout: dollarsOf(min_payout_cents),
  };
}
