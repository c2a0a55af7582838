import { changeMoneySettings } from '@vialkeep/contract/money-settings.ts';
import { sql, type Updateable } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { requireOwnSite } from '../../kernel/session/own-site.ts';
import { presentMoneySettings, readSiteMoneySettings, type SiteMoneySettings } from './money-settings.queries.ts';

/** Fields that are left out stay as they are. */
export const changeMoneySettingsHandler = handle(changeMoneySettings, async (call) => {
  const { actor, body, params, services, write } = call;
  const site = await requireOwnSite(services, actor, params.domain_id);
  const { version, four_eyes, min_payout, ...rest } = body;
  const changed: Partial<SiteMoneySettings> = {
    ...rest,
    ...(four_eyes === undefined ? {} : { four_eyes_cents: four_eyes }),
    ...(min_payout === undefined ? {} : { min_payout_cents: min_payout }),
  };
  return write(async (work) => {
    const before = await readSiteMoneySettings(work.db, site.id);
    if (version !== before.version) throw refuseBy(changeMoneySettings, 'changed_meanwhile');
    const after = { ...before, ...changed };
    if (after.commissions && !after.counsel_noted) {
      throw refuseBy(changeMoneySettings, 'counsel_not_asked', { fields: ['counsel_noted'] });
    }
    if (after.dunning_days.some((day) => day >= after.grace_after_days)) {
      const field = body.dunning_days === undefined ? 'grace_after_days' : 'dunning_days';
      throw refuseBy(changeMoneySettings, 'tries_after_grace', { fields: [field] });
    }
    const raised = after.four_eyes_cents > before.four_eyes_cents;
    const rise = raised ? { four_eyes_before: before.approval_cents, four_eyes_raised: new Date() } : {};
    const { approval_cents: _, version: _read, ...columns } = after;
    if (!(await saveSettings(work, site.id, version, { ...columns, ...rise })))
      throw refuseBy(changeMoneySettings, 'changed_meanwhile');
    await audit(work, {
      domainId: site.id,
      action: 'money.change_settings',
      subject: 'domain',
      subjectId: site.id,
      changes: changesBetween(before, changed),
    });
    const answer = presentMoneySettings(site, await readSiteMoneySettings(work.db, site.id));
    return { success: true as const, message: 'The settings have been saved.', ...answer };
  });
});

/**
 * Returns false if the settings have another version. Version 0: the site has no row yet.
 * The row is complete, because the database checks the inserted row before it finds the saved one.
 */
async function saveSettings(
  { db, cause }: Work,
  domainId: number,
  version: number,
  columns: Updateable<Tables['money_settings']>,
): Promise<boolean> {
  const values = { ...columns, version: version + 1, updated_at: sql<Date>`now()`, updated_by: cause.actorId };
  const saved = await db
    .insertInto('money_settings')
    .values({ domain_id: domainId, ...values })
    .onConflict((conflict) =>
      conflict.column('domain_id').doUpdateSet(values).where('money_settings.version', '=', version),
    )
    .returning('domain_id')
    .executeTakeFirst();
  return saved !== undefined;
}
