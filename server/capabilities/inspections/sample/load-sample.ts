import { DocumentStatus } from '@vialkeep/contract/documents.ts';
import type { SampleDocument, SampleFile } from '@vialkeep/contract/inspections.ts';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import type { DataKey } from '../../../kernel/secrets/data-key.ts';
import { accountsById } from '../../accounts/index.ts';
import { custodyOf, presentCustody } from '../../custody/index.ts';
import { findStampOfFile } from '../../timestamps/index.ts';
import { historyOf, presentEntry, vialsOf } from '../../vials/index.ts';
import type { Inspector } from '../inspector.ts';
import { hideNames } from './hide-names.ts';
import { listSampleChanges } from './sample-changes.ts';
import { listSampleOpenings } from './sample-openings.ts';
import { nameFor, requireSample, type Sample } from './samples.queries.ts';

/**
 * The whole file of a sample as the inspector may see it. `most` limits changes and openings; without it all are read.
 * The caller passes one transaction, so that its parts agree.
 */
export async function loadSample(
  db: Db,
  dataKey: DataKey,
  inspector: Inspector,
  id: number,
  most: number | null,
): Promise<z.input<typeof SampleFile>> {
  const sample = await requireSample(db, inspector, id);
  const [entries, vials] = [await historyOf(db, sample.id), await vialsOf(db, sample.id)];
  const documents = await listSampleDocuments(db, sample.id);
  const { changes, count: changes_count } = await listSampleChanges(db, dataKey, sample, documents, most);
  const { openings, count: openings_count } = await listSampleOpenings(db, sample.id, most);
  const custody = await custodyOf(db, sample.id);
  const shownDocuments: z.input<typeof SampleDocument>[] = [];
  for (const document of documents) shownDocuments.push(await presentDocument(db, inspector, document));
  const people = await namesOf(db, inspector, sample, [
    ...custody.flatMap(({ actor_id, user_id }) => [actor_id, user_id]),
    ...changes.flatMap(({ actor_id, user_id }) => [actor_id, user_id]),
    ...openings.map(({ actor_id }) => actor_id),
  ]);
  const personOf = (person: number | null) =>
    person === null ? null : { id: person, name: nameFor(inspector, person, people.get(person)?.username) };
  const hide = <T>(value: T): T => (inspector.withNames ? value : (hideNames(value) as T));
  return {
    sample: { id: sample.id, name: nameFor(inspector, sample.id, sample.username) },
    vials_available: vials.filter(({ state, held }) => state === 'stored' && !held).length,
    vials_shipped: vials.filter(({ state }) => state === 'shipped').length,
    custody: presentCustody(custody, { people: inspector.withNames ? [...people.values()] : [], hidden: NOTES }).map(
      (event) => ({ ...event, facts: hide(event.facts) }),
    ),
    vials: vials.map((vial) => ({ ...vial, tracking_id: hide(vial.tracking_id) })),
    entries: entries.map((entry) => {
      const { user_id: _user, ...shown } = presentEntry(entry, { withNote: false });
      return { ...shown, tracking_id: hide(shown.tracking_id) };
    }),
    documents: shownDocuments,
    changes: changes.map(({ actor_id, user_id, ...change }) => ({
      ...change,
      who: personOf(actor_id),
      on_behalf_of: user_id === actor_id ? null : personOf(user_id),
      facts: hide(change.facts),
      changes: hide(withoutNotes(change.changes)),
    })),
    changes_count,
    openings: openings.map(({ actor_id, ...opening }) => ({ ...opening, who: personOf(actor_id) })),
    openings_count,
  };
}

/** Notes of the laboratory are free words that may be about other people (`custody.read_notes`). */
const NOTES = ['note'];

function withoutNotes<T>(changes: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !NOTES.includes(field)));
}

/** The names of the people that the file names. */
async function namesOf(db: Db, { withNames }: Inspector, sample: Sample, ids: readonly (number | null)[]) {
  if (!withNames) return new Map<number, { id: number; username: string; company: string }>();
  const known = [...new Set([sample.id, ...ids])].filter((id) => id !== null);
  const accounts = await accountsById(db, known).select(['id', 'username', 'company']).execute();
  return new Map(accounts.map((account) => [account.id, account]));
}

export type DocumentRow = Awaited<ReturnType<typeof listSampleDocuments>>[number];

/** The documents of a patient that are not deleted, oldest first. */
export function listSampleDocuments(db: Db, patientId: number) {
  return db
    .selectFrom('documents')
    .select([
      'id',
      'document_id',
      'kind',
      'name',
      'status',
      'origin',
      'provider',
      'requested_at',
      'signed_at',
      'file',
      'sha256',
    ])
    .where('signer_id', '=', patientId)
    .where('hidden_at', 'is', null)
    .orderBy('id')
    .execute();
}

async function presentDocument(
  db: Db,
  { withNames }: Inspector,
  row: DocumentRow,
): Promise<z.input<typeof SampleDocument>> {
  const stamp = row.sha256 === null ? null : await findStampOfFile(db, row.sha256);
  return {
    // The id of a document that waits lets a guest sign it.
    document_id: withNames && row.status === 'Completed' ? row.document_id : '',
    kind: row.kind,
    name: withNames ? row.name : row.kind,
    status: DocumentStatus.parse(row.status),
    requested_at: row.requested_at.toISOString(),
    signed_at: row.signed_at?.toISOString() ?? null,
    sha256: row.sha256,
    timestamp: stamp && { by: stamp.by, at: stamp.at.toISOString() },
  };
}
