import type { World } from '../world.ts';

/** A draft of a site with a file that was announced and not sent; its administrator is of no matter. */
export async function addImport(world: World, domainId: number): Promise<{ id: number; file: number }> {
  const [made] = await world.sql<{ id: number; file: number }>(
    `with draft as (
       insert into imports (domain_id, name, created_by)
       values ($1, 'From the old system', (select id from users where email = 'admin@vialkeep.test'))
       returning id
     ), file as (
       insert into import_files (import_id, domain_id, kind, name, bytes, sha256)
       select draft.id, $1, 'people', 'people.csv', 100, repeat('1', 64) from draft
       returning id
     ) select draft.id, file.id as file from draft, file`,
    [domainId],
  );
  if (!made) throw new Error('No import was made.');
  return made;
}
