import type { World } from '../world.ts';

/** What records of reading hold changes no answer, and each process continues its own chain of them. */
const LEFT_ALONE = '^access_';

type Table = { readonly oid: number; readonly name: string; readonly kept: string; readonly columns: string };

/**
 * Keeps all rows of a world. The function that it returns undoes what calls have written since then, in the tables that
 * they wrote to. A world for each call would take a hundred times as long.
 */
export async function keepRows(world: World): Promise<() => Promise<void>> {
  await world.sql(`
    create schema kept;
    create unlogged table kept.written (oid oid);
    create function kept.note_write() returns trigger language plpgsql security definer set search_path = kept as
      'begin insert into written values (tg_relid); return null; end'`);
  const tables = await world.sql<Table>(
    `select c.oid::int, c.oid::regclass::text as name, format('kept.%I', 't' || c.oid) as kept,
       (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class c
     where relkind in ('r', 'p') and not relispartition and relname !~ $1
       and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    [LEFT_ALONE],
  );
  for (const { name, kept } of tables) {
    await world.sql(`
      create table ${kept} as table ${name};
      create trigger note_write after insert or update or delete on ${name} execute function kept.note_write()`);
  }
  return async () => {
    const written = await world.sql<{ oid: number }>('delete from kept.written returning oid::int');
    const oids = new Set(written.map(({ oid }) => oid));
    const undone = tables.filter(({ oid }) => oids.has(oid)).map(undoWrites);
    // The rows are put back as they were, so no trigger has to check them or to derive others from them.
    await world.sql(`begin; set local session_replication_role = replica; ${undone.join('; ')}; commit`);
  };
}

function undoWrites({ name, kept, columns }: Table): string {
  return `delete from ${name} t where t::text not in (select k::text from ${kept} k);
    insert into ${name} (${columns}) overriding system value
      select ${columns} from ${kept} k where k::text not in (select t::text from ${name} t)`;
}
