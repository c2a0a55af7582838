import { ScanInput } from '@vialkeep/contract/bench-words.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { Lab } from '../../lab-policy/index.ts';

/** The scans of a lab that changed something, with the name of the person and whether they were taken back. */
export function actionsOf(db: Db, lab: Lab) {
  return db
    .selectFrom('scan_actions')
    .leftJoin('lab_operators', 'lab_operators.id', 'scan_actions.operator_id')
    .leftJoin('account_names', 'account_names.id', 'scan_actions.user_id')
    .leftJoin('scan_actions as undoing', (join) =>
      join.onRef('undoing.lab_id', '=', 'scan_actions.lab_id').onRef('undoing.undoes', '=', 'scan_actions.id'),
    )
    .select([
      'scan_actions.id',
      'scan_actions.at',
      'scan_actions.kind',
      'scan_actions.input',
      'scan_actions.user_id',
      'scan_actions.operator_id',
      'scan_actions.undoes',
      'scan_actions.answer',
      sql<Record<string, unknown>>`scan_actions.facts - 'body_sha256'`.as('facts'),
      sql<boolean>`undoing.id is not null`.as('is_undone'),
      sql<string>`coalesce(lab_operators.name, account_names.username, '#' || scan_actions.user_id)`.as('who'),
    ])
    .where('scan_actions.lab_id', '=', lab.id);
}

export type ActionRow = Awaited<ReturnType<ReturnType<typeof actionsOf>['executeTakeFirstOrThrow']>>;

export function presentAction({ id, at, kind, input, who, facts, undoes, is_undone }: ActionRow) {
  return { scan_id: id, at: at.toISOString(), kind, input: ScanInput.parse(input), who, facts, undoes, is_undone };
}
