import type pg from 'pg';

/** PostgreSQL rewrites so many rows in milliseconds. */
const MOST_ROWS = 1_000;

/**
 * Refuses the rewrite of a large table in the open transaction, and only there: no other session sees an event trigger
 * that is dropped again before the commit. Only a superuser can create one, so that another owner's migrations run
 * without it. Returns the function that drops it.
 */
export async function refuseRewrites(owner: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ is_superuser: string }>(
    "select current_setting('is_superuser') as is_superuser",
  );
  if (rows[0]?.is_superuser !== 'on') return async () => {};
  await owner.query(REFUSE);
  return async () => {
    await owner.query('drop event trigger refuse_table_rewrite; drop function public.refuse_table_rewrite()');
  };
}

// The count reads no column: the catalog already has the new types while the rows have the old ones.
const REFUSE = `
  create function public.refuse_table_rewrite() returns event_trigger
    language plpgsql set search_path = pg_catalog as $$
  declare
    rewritten constant regclass := pg_event_trigger_table_rewrite_oid()::regclass;
    is_large boolean;
  begin
    execute format('select count(*) > ${MOST_ROWS} from (select from %s limit ${MOST_ROWS + 1}) first_rows', rewritten)
      into is_large;
    if is_large then
      raise exception 'it would rewrite the table %, which has more than ${MOST_ROWS.toLocaleString('en-US')} rows, and only an offline migration may', rewritten;
    end if;
  end $$;
  create event trigger refuse_table_rewrite on table_rewrite execute function public.refuse_table_rewrite()`;
