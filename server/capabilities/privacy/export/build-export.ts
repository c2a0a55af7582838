import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { EXPORT_DAYS } from '@vialkeep/contract/privacy.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { streamZip, type ZipEntry } from '../../../kernel/files/zip-stream.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import { isSealed, keysToRead, type PersonKey } from '../../../kernel/secrets/person-keys.ts';
import type { Services } from '../../../kernel/services.ts';
import { BUILD_EXPORT } from '../job-names.ts';
import { isPersonal, personalData } from '../personal-data.ts';
import { openStates } from '../privacy.queries.ts';
import { sendExportReady } from '../privacy-emails.ts';
import { buildExportPage, type TableExtract } from './export-page.ts';
import { type ExportedPerson, type ExportedRow, personRows } from './person-rows.ts';

const FOLDER = 'privacy-exports';
/** Rows of one table on the readable page; the JSON file has all. */
const ROWS_ON_PAGE = 500;

const Payload = z.object({ id: z.number().int() });

/** Builds the file of an export, and deletes it again where the request was withdrawn meanwhile. */
export const buildExportJob: Job = {
  name: BUILD_EXPORT,
  async run(payload, services, cause) {
    const { id } = Payload.parse(payload);
    const { store, domains, files } = services;
    const request = await findOpenExport(store.read('platform'), id);
    if (!request) return;
    const home = await domains.ofId(request.domain_id);
    const file = `${FOLDER}/${randomBytes(16).toString('hex')}.zip`;
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of streamZip(exportEntries(services, request, home.brand))) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    await files.put(file, Readable.from(counted(), { objectMode: false }), { mediaType: 'application/zip' });
    const isKept = await store.write('platform', cause, async (work) => {
      const until = new Date(Date.now() + EXPORT_DAYS * 24 * 3_600_000);
      const done = await work.db
        .updateTable('privacy_requests')
        .set({ state: 'done', ended_at: sql`now()`, file, file_bytes: bytes, file_until: until })
        .where('id', '=', id)
        .where('state', 'in', openStates)
        .returning('id')
        .executeTakeFirst();
      if (done) await sendExportReady(work, home, { id: request.user_id, email: request.email }, until);
      await audit(work, {
        domainId: request.domain_id,
        action: 'privacy.export',
        subject: 'privacy_request',
        subjectId: id,
        facts: { bytes, kept: done !== undefined },
      });
      return done !== undefined;
    });
    if (!isKept) await files.remove(file);
  },
};

type OpenExport = {
  readonly user_id: number;
  readonly domain_id: number;
  readonly email: string;
  readonly email_verified_at: Date | null;
};

function findOpenExport(db: Db, id: number): Promise<OpenExport | undefined> {
  return db
    .selectFrom('privacy_requests')
    .innerJoin('users', 'users.id', 'privacy_requests.user_id')
    .select(['privacy_requests.user_id', 'privacy_requests.domain_id', 'users.email', 'users.email_verified_at'])
    .where('privacy_requests.id', '=', id)
    .where('privacy_requests.kind', '=', 'export')
    .where('privacy_requests.state', 'in', openStates)
    .where('users.erased_at', 'is', null)
    .executeTakeFirst();
}

/** One JSON file per table, the signed papers, and the readable page at the end, when all counts are known. */
async function* exportEntries(services: Services, request: OpenExport, brand: string): AsyncGenerator<ZipEntry> {
  const db = services.store.readSlowly('platform');
  const person = { id: request.user_id, domainId: request.domain_id, emails: await provedAddressesOf(db, request) };
  const key = (await keysToRead(db, services.dataKey, [person.id])).get(person.id);
  const extracts: TableExtract[] = [];
  for (const [name, decision] of Object.entries(personalData).toSorted(([one], [other]) => one.localeCompare(other))) {
    if (!isPersonal(decision)) continue;
    const extract = { name, count: 0, rows: [] as ExportedRow[] };
    const pages = personRows(db, name, decision, person);
    yield { name: `data/${name}.json`, content: jsonOf(pages, key, extract) };
    extracts.push(extract);
  }
  const papers: string[] = [];
  for (const { document_id, file } of await listSignedPapers(db, person)) {
    const stored = file === null ? null : await services.files.open(file);
    if (stored === null) continue;
    const name = `${document_id}.pdf`;
    papers.push(name);
    yield { name: `papers/${name}`, content: stored.stream };
  }
  const page = buildExportPage({ brand, personId: person.id, at: new Date(), papers }, extracts);
  yield { name: 'index.html', content: Readable.from(page) };
}

/** Writes the rows as a JSON list, and keeps the first ones for the page. */
async function* jsonOf(
  pages: AsyncIterable<readonly ExportedRow[]>,
  key: PersonKey | undefined,
  extract: { count: number; rows: ExportedRow[] },
): AsyncGenerator<string> {
  yield '[';
  for await (const rows of pages) {
    for (const row of rows) {
      const readable = unsealAll(row, key);
      if (extract.rows.length < ROWS_ON_PAGE) extract.rows.push(readable);
      yield `${extract.count === 0 ? '\n' : ',\n'}${JSON.stringify(readable)}`;
      extract.count += 1;
    }
  }
  yield '\n]\n';
}

function unsealAll(row: ExportedRow, key: PersonKey | undefined): ExportedRow {
  // @NOTE the result has the shape of its input.
  return unsealWithin(row, key) as ExportedRow;
}

/** Values that another person's key sealed stay sealed. */
function unsealWithin(value: unknown, key: PersonKey | undefined): unknown {
  if (isSealed(value)) return unsealOwn(value, key);
  if (Array.isArray(value)) return value.map((item) => unsealWithin(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unsealWithin(item, key)]));
}

function unsealOwn(value: string, key: PersonKey | undefined): unknown {
  try {
    return key ? key.unseal(value) : 'sealed';
  } catch {
    return 'sealed';
  }
}

/**
 * The addresses that the person has proved, in lower case: an address that was only typed may be another person's, whose
 * papers and letters it would open.
 */
async function provedAddressesOf(db: Db, { user_id, email, email_verified_at }: OpenExport): Promise<string[]> {
  const changes = await db
    .selectFrom('email_changes')
    .select(['old_email', 'new_email'])
    .where('user_id', '=', user_id)
    .where('applied_at', 'is not', null)
    .execute();
  const proved = [
    ...(email_verified_at === null ? [] : [email]),
    ...changes.flatMap((it) => [it.old_email, it.new_email]),
  ];
  const taken = await db
    .selectFrom('users')
    .select(sql<string>`lower(email)`.as('email'))
    .where(sql<boolean>`lower(email) = any (${proved.map((address) => address.toLowerCase())}::text[])`)
    .where('id', '<>', user_id)
    .where('removed_at', 'is', null)
    .execute();
  const others = new Set(taken.map((row) => row.email));
  return [...new Set(proved.map((address) => address.toLowerCase()))].filter((address) => !others.has(address));
}

/** Signed papers, also those that the person signed before they had an account. */
function listSignedPapers(db: Db, { id, domainId, emails }: ExportedPerson) {
  return db
    .selectFrom('documents')
    .select(['document_id', 'file'])
    .where((eb) =>
      eb.or([
        eb('signer_id', '=', id),
        eb.and([
          eb('signer_id', 'is', null),
          eb('domain_id', '=', domainId),
          sql<boolean>`lower(signer_email) = any (${emails}::text[])`,
        ]),
      ]),
    )
    .where('status', '=', 'Completed')
    .orderBy('id')
    .execute();
}
