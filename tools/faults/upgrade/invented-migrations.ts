import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS_DIRECTORY, readMigrations } from '../../../server/kernel/db/migrations/migration-files.ts';

/** What migrations of later releases will do to the table that every call reads. */
const INVENTED: readonly (readonly [name: string, sql: string])[] = [
  ['column_with_default.sql', "alter table users add column invented_note text not null default 'none';"],
  [
    'index.concurrent.sql',
    'create index concurrently if not exists users_by_invented_note on users (last_name, invented_note, id);',
  ],
  [
    'check.concurrent.sql',
    `do $$ begin
       alter table users drop constraint if exists invented_check;
       alter table users add constraint invented_check check (length(invented_note) < 1000) not valid;
       commit;
       alter table users validate constraint invented_check;
     end $$`,
  ],
];

/** The migration for which a long transaction is in the way. */
export const BLOCKED = /_column_with_default\.sql$/;

/** Copies the migrations of this version into the folder, with the invented ones after them where wanted. */
export async function writeMigrations(folder: string, withInvented: boolean): Promise<void> {
  await cp(MIGRATIONS_DIRECTORY, folder, { recursive: true });
  if (!withInvented) return;
  const newest = (await readMigrations()).at(-1)?.number ?? 0;
  for (const [place, [name, sql]] of INVENTED.entries()) {
    const number = String(newest + 1 + place).padStart(4, '0');
    await writeFile(join(folder, `${number}_invented_${name}`), `-- online\n${sql}\n`);
  }
}
