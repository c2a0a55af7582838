import type pg from 'pg';

export type Table = { readonly name: string; readonly columns: readonly string[] };

/**
 * Every table of the product and of its job queue, without generated columns, which PostgreSQL computes again. The
 * migrations table is left out, because restoring runs the migrations.
 */
export async function tablesOf(owner: pg.Client): Promise<readonly Table[]> {
  const { rows } = await owner.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', nspname, relname) as name,
       array_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '') as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where nspname in ('public', 'graphile_worker') and relkind = 'r' and attnum > 0 and not attisdropped
       and (nspname, relname) not in (('public', 'schema_migrations'), ('graphile_worker', 'migrations'))
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     group by nspname, relname order by 1`,
  );
  return rows;
}
