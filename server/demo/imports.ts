import { createHash, randomBytes } from 'node:crypto';
import { csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { checkDemoImport } from '../capabilities/imports/index.ts';
import type { Services } from '../kernel/services.ts';

const OWNER = 'admin@vialkeep.test';

const HEADERS = ['key', 'plan', 'email', 'first_name', 'last_name', 'center', 'date_joined'];

const names = [
  ['Alma', 'Reyes'],
  ['Boris', 'Lindqvist'],
  ['Carla', 'Monte'],
  ['Dmitri', 'Okafor'],
  ['Elena', 'Weiss'],
  ['Farid', 'Haddad'],
  ['Greta', 'Nyberg'],
  ['Hugo', 'Salazar'],
  ['Iris', 'Chang'],
  ['Jonas', 'Petrov'],
  ['Katya', 'Moreno'],
  ['Luis', 'Ferreira'],
] as const;

/** A checked import of twelve people of the main site; the center of one of them is not known. Nothing is applied. */
export async function addCheckedImport(services: Services): Promise<void> {
  const owner = await services.store
    .read('platform')
    .selectFrom('users')
    .select(['id', 'domain_id'])
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow();
  const rows = names.map(([first, last], n) => [
    `OLD-${1_001 + n}`,
    'General Member',
    `${first}.${last}@old-clinic.test`.toLowerCase(),
    first,
    last,
    n === 7 ? 'center-unknown@old-clinic.test' : 'hc@vialkeep.test',
    `2021-0${(n % 9) + 1}-15`,
  ]);
  const bytes = Buffer.from([HEADERS, ...rows].map(csvLine).join(''));
  const storedName = `import-parts/${randomBytes(16).toString('hex')}.bin`;
  await services.files.put(storedName, bytes, { mediaType: 'application/octet-stream' });
  await checkDemoImport(services, {
    domainId: owner.domain_id,
    ownerId: owner.id,
    name: 'Members of the old clinic system',
    fileName: 'members.csv',
    storedName,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    headers: HEADERS,
    rows: rows.length,
  });
}
