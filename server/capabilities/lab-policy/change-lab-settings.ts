import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { changeLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { sql, type Updateable } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { listOpenWork, readBenchSettings } from './lab-settings.queries.ts';
import { type Lab, requireLab } from './require-lab.ts';

/** Fields that are left out stay as they are. */
export const changeLabSettingsHandler = handle(changeLabSettings, async ({ access, db, write, body }) => {
  const { version, lab_id, ...changed } = body;
  const lab = await requireLab(access, db, lab_id);
  return write(async (work) => {
    const before = await readBenchSettings(work.db, lab.id);
    if (before.bench_on && changed.bench_on === false) await requireNothingOpen(work, lab);
    if (!(await saveSettings(work, lab, version, changed))) throw refuseBy(changeLabSettings, 'changed_meanwhile');
    await audit(work, {
      domainId: lab.domainId,
      action: 'lab_policy.set',
      subject: 'lab_settings',
      subjectId: lab.id,
      changes: changesBetween(before, changed),
    });
    return { lab_id: UserId.parse(lab.id), ...(await readBenchSettings(work.db, lab.id)) };
  });
});

/** Without the bench, vials in quarantine could not be released, and orders neither shipped nor cancelled. */
async function requireNothingOpen(work: Work, lab: Lab): Promise<void> {
  const open = await listOpenWork(work.db, lab.id);
  if (open.length === 0) return;
  const message = `The bench stays on while work at it is open: ${open.join(', ')}.`;
  throw refuseBy(changeLabSettings, 'bench_in_use', { message, fields: { bench_on: message } });
}

/** Returns false if the settings have another version. Version 0: the lab has no row yet. */
async function saveSettings(
  { db }: Work,
  lab: Lab,
  version: number,
  changed: Updateable<Tables['lab_settings']>,
): Promise<boolean> {
  if (version === 0) {
    const values = { ...changed, version: 1 };
    const added = await db
      .insertInto('lab_settings')
      .values({ domain_id: lab.domainId, lab_id: lab.id, ...values })
      .onConflict((conflict) => conflict.column('lab_id').doUpdateSet(values).where('lab_settings.version', '=', 0))
      .returning('lab_id')
      .executeTakeFirst();
    return added !== undefined;
  }
  const saved = await db
    .updateTable('lab_settings')
    // Of the stored version: the caller's may be the largest number that the column holds.
    .set({ ...changed, version: sql`version + 1` })
    .where('lab_id', '=', lab.id)
    .where('version', '=', version)
    .returning('lab_id')
    .executeTakeFirst();
  return saved !== undefined;
}
