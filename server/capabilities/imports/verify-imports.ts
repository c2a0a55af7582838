import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type ImportFault = { readonly about: string; readonly fault: string };

/** Compares source keys with the rows that they name, and what applied imports count with what stands. */
export async function verifyImports(db: Db): Promise<ImportFault[]> {
  const { rows } = await sql<ImportFault>`
    select 'Source key ' || known.key || ' (' || known.kind || ')' as about, 'names no record of its site' as fault
    from source_keys known
    where not case known.kind
      when 'people' then exists (select from users where id = known.target_id and domain_id = known.domain_id)
      when 'vials' then exists (select from vial_entries where id = known.target_id and domain_id = known.domain_id)
      when 'transactions' then exists (select from transactions
        where id = known.target_id and domain_id = known.domain_id and gateway = 'import')
      when 'labels' then exists (select from labels where id = known.target_id and domain_id = known.domain_id)
      else false end
    union all
    select 'Transaction #' || sold.id, 'is imported and no import has it'
    from transactions sold where sold.gateway = 'import' and not exists (select from import_rows row
      where row.kind = 'transactions' and row.target_id = sold.id and row.state in ('applied', 'kept'))
    union all
    select 'Import #' || row.import_id || ', row ' || row.row_no, 'is applied and its record is gone'
    from import_rows row
    where row.state = 'applied' and not case row.kind
      when 'vials' then exists (select from vial_entries where id = row.target_id)
      when 'transactions' then exists (select from transactions where id = row.target_id)
      when 'documents' then exists (select from documents where id = row.target_id and origin = 'upload')
      when 'labels' then exists (select from labels where id = row.target_id)
      else exists (select from users where id = row.target_id) end
    union all
    select 'Import #' || file.import_id || ', file ' || file.id,
      'counts ' || file.applied || ' applied rows and has ' || counted.n
    from import_files file cross join lateral (select count(*)::integer as n from import_rows row
      where row.file_id = file.id and row.state in ('applied', 'kept')) counted
    where file.applied <> counted.n
    order by 1, 2`.execute(db);
  return [...rows];
}
