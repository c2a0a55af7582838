import type pg from 'pg';

/** Index methods whose build costs several times that of a B-tree over the same rows. */
const COSTLY = "('gin', 'gist', 'spgist')";

export type IndexDefinition = {
  readonly table: string;
  readonly name: string;
  readonly drop: string;
  /** Null for the index of an exclusion constraint, which only the constraint can create. */
  readonly create: string | null;
  /** The statement that turns the index into its primary key or unique constraint; null for a plain index. */
  readonly constrain: string | null;
};

export type ReferenceDefinition = {
  readonly table: string;
  readonly drop: string;
  /** Creates the foreign key without reading rows. */
  readonly create: string;
  /** Compares every row with the referenced table. */
  readonly validate: string | null;
};

const OURS = `nspname in ('public', 'graphile_worker')
  and (nspname, relname) not in (('public', 'schema_migrations'), ('graphile_worker', 'migrations'))
  and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`;

/** Every index of the product's tables. An index on which a view or a function depends is left where it is. */
export async function readIndexes(owner: pg.Client): Promise<readonly IndexDefinition[]> {
  const { rows } = await owner.query<IndexDefinition>(
    `select format('%I.%I', nspname, relname) as table, format('%I.%I', nspname, index_name) as name,
       case when conname is null then format('drop index %I.%I', nspname, index_name)
         else format('alter table %I.%I drop constraint %I', nspname, relname, conname) end as drop,
       case when contype is distinct from 'x' then pg_get_indexdef(indexrelid) end as create,
       case contype
         when 'x' then format('alter table %I.%I add constraint %I %s', nspname, relname, conname, pg_get_constraintdef(made.oid))
         when 'p' then format('alter table %I.%I add constraint %I primary key using index %I%s', nspname, relname, conname, index_name, deferral)
         when 'u' then format('alter table %I.%I add constraint %I unique using index %I%s', nspname, relname, conname, index_name, deferral)
       end as constrain
     from pg_index
       join pg_class on pg_class.oid = indrelid
       join pg_namespace on pg_namespace.oid = relnamespace
       join lateral (select relname as index_name from pg_class where oid = indexrelid) index on true
       left join lateral (
         select oid, conname, contype, case when condeferrable then ' deferrable' else '' end ||
           case when condeferred then ' initially deferred' else '' end as deferral
         from pg_constraint where conindid = indexrelid and conrelid = indrelid and contype in ('p', 'u', 'x')
       ) made on true
     -- An index of a partition belongs to that of its table and cannot be dropped alone.
     where ${OURS} and relkind = 'r' and not relispartition and not exists (
       select from pg_depend
       where refobjid in (indexrelid, made.oid) and deptype = 'n' and classid <> 'pg_constraint'::regclass)
     order by 1, 2`,
  );
  return rows;
}

export async function readReferences(owner: pg.Client): Promise<readonly ReferenceDefinition[]> {
  const { rows } = await owner.query<ReferenceDefinition>(
    `select format('%I.%I', nspname, relname) as table,
       format('alter table %I.%I drop constraint %I', nspname, relname, conname) as drop,
       format('alter table %I.%I add constraint %I %s%s', nspname, relname, conname, pg_get_constraintdef(pg_constraint.oid),
         case when convalidated then ' not valid' else '' end) as create,
       case when convalidated then format('validate constraint %I', conname) end as validate
     from pg_constraint
       join pg_class on pg_class.oid = conrelid
       join pg_namespace on pg_namespace.oid = relnamespace
     where ${OURS} and contype = 'f' and conparentid = 0
     order by 1, conname`,
  );
  return rows;
}

/** The names of indexes in the order in which two connections finish soonest: the most costly first. */
export async function listCostlyIndexes(owner: pg.Client, indexes: readonly IndexDefinition[]): Promise<string[]> {
  const { rows } = await owner.query<{ create: string }>(
    `select statement as create
     from unnest($1::text[], $2::text[]) as index (relation, statement)
     order by pg_table_size(relation::regclass)
       * case when substring(statement from ' USING (\\w+) ') in ${COSTLY} then 6 else 1 end desc`,
    [indexes.map(({ table }) => table), indexes.map(({ create }) => create)],
  );
  return rows.map(({ create }) => create);
}

/** Statements that set what a load turned off (triggers, forced row-level security) as it is now. */
export async function readSwitches(owner: pg.Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ restore: string }>(
    `select format('alter table %I.%I %s trigger %I', nspname, relname,
         case tgenabled when 'D' then 'disable' when 'R' then 'enable replica' when 'A' then 'enable always' else 'enable' end,
         tgname) as restore
     from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
     where ${OURS} and relkind = 'r' and not tgisinternal
     union all
     select format('alter table %I.%I force row level security', nspname, relname)
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where ${OURS} and relkind = 'r' and relforcerowsecurity
     order by 1`,
  );
  return rows.map(({ restore }) => restore);
}

/** Every index, constraint, trigger and switch of the tables as sorted text, to compare two states of a schema. */
export async function describeDefinitions(owner: pg.Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ text: string }>(
    `select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisprimary, indisunique, indisvalid, indisclustered,
         indisreplident, obj_description(indexrelid, 'pg_class')) as text
     from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
     where ${OURS}
     union all
     select concat_ws(' ', 'constraint', nspname, relname, conname, contype, pg_get_constraintdef(pg_constraint.oid),
         convalidated, condeferrable, condeferred, obj_description(pg_constraint.oid, 'pg_constraint'))
     from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
     where ${OURS}
     union all
     select concat_ws(' ', 'trigger', nspname, relname, tgenabled, pg_get_triggerdef(pg_trigger.oid))
     from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
     where ${OURS} and not tgisinternal
     union all
     select concat_ws(' ', 'row-level security', nspname, relname, relrowsecurity, relforcerowsecurity)
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where ${OURS} and relkind = 'r'
     union all
     select concat_ws(' ', 'column', nspname, relname, attname, attnotnull, atthasdef, attidentity, attstattarget)
     from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
     where ${OURS} and relkind in ('r', 'i') and attnum > 0 and not attisdropped
     order by 1`,
  );
  return rows.map(({ text }) => text);
}
