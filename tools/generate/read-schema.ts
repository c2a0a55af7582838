import type pg from 'pg';

export type Column = {
  name: string;
  type: string;
  isArray: boolean;
  isNullable: boolean;
  hasDefault: boolean;
  isComputed: boolean;
};
export type Table = { name: string; columns: Column[]; rules: string[]; isIsolated: boolean; isView: boolean };
export type Enum = { name: string; values: string[] };
export type Schema = { tables: Table[]; enums: Enum[] };

type ColumnRow = {
  table: string;
  name: string;
  type: string;
  required: boolean;
  identity: boolean;
  computed: boolean;
  defaulted: boolean;
  array: boolean;
  isolated: boolean;
  view: boolean;
};

const COLUMNS = `
  select c.relname as table, a.attname as name,
    a.attnotnull or coalesce(base.required, false) as required, a.attidentity <> '' as identity,
    a.attgenerated <> '' as computed, a.atthasdef as defaulted, t.typcategory = 'A' as array,
    coalesce(element.typname, t.typname) as type, c.relforcerowsecurity as isolated, c.relkind = 'v' as view
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
    -- A view of one table has the columns of that table, and an updatable view is of one table.
    left join lateral (
      select bool_or(source.attnotnull) as required
      from pg_rewrite rule
        join pg_depend on classid = 'pg_rewrite'::regclass and objid = rule.oid and refclassid = 'pg_class'::regclass
        join pg_attribute source on source.attrelid = refobjid and source.attname = a.attname
      where rule.ev_class = c.oid and c.relkind = 'v' and pg_relation_is_updatable(c.oid, false) > 0
    ) base on true
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and c.relname <> 'schema_migrations'
    -- Partitions come and go with the months.
    and not c.relispartition
  order by c.relname, a.attnum`;

const RULES = `
  select conrelid::regclass::text as table, conname || ': ' || pg_get_constraintdef(oid) as rule from pg_constraint
  where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 0
    and not (select relispartition from pg_class where oid = conrelid)
  union all
  select tablename, indexdef from pg_indexes where schemaname = 'public' and indexname not in (select conname from pg_constraint)
    and not (select relispartition from pg_class where oid = format('%I.%I', schemaname, tablename)::regclass)
  order by 1, 2`;

const ENUMS = `
  select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
  from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace
  group by t.typname order by t.typname`;

/** Reads the schema of a migrated database. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const columns = await client.query<ColumnRow>(COLUMNS);
  const rules = await client.query<{ table: string; rule: string }>(RULES);
  const enums = await client.query<Enum>(ENUMS);
  const tables = new Map<string, Table>();
  for (const row of columns.rows) {
    const table: Table = tables.get(row.table) ?? {
      name: row.table,
      columns: [],
      rules: rules.rows.filter((rule) => rule.table === row.table).map(({ rule }) => rule),
      isIsolated: row.isolated,
      isView: row.view,
    };
    table.columns.push({
      name: row.name,
      type: row.type,
      isArray: row.array,
      isNullable: !row.required,
      hasDefault: row.defaulted || row.identity,
      isComputed: row.computed,
    });
    tables.set(row.table, table);
  }
  return { tables: [...tables.values()], enums: enums.rows };
}
