import { randomUUID } from 'node:crypto';
import { addBatchVials, closeBatch, recordQc } from '@vialkeep/contract/batches.ts';
import { discardVials, releaseVials } from '@vialkeep/contract/release.ts';
import type { World } from '../world.ts';
import { type Intake, openIntake, scanOf, today } from './intake-world.ts';
import { newOperator, PIN } from './lab-world.ts';

export const SIGNED = { pin: PIN };

const consents = ['attestation', 'processing', 'storage'] as const;

/** A completed document of a patient; returns its number. */
export async function addDocument(world: World, patientId: number, kind: string = 'storage', status = 'Completed') {
  const name = randomUUID();
  const isDone = status === 'Completed';
  if (isDone) {
    await world.sql(
      `insert into files (name, domain_id, owner_id, uploaded_by, given_name, media_type, bytes, sha256)
       values ($1, 1, $2, $2, 'paper.pdf', 'application/pdf', 1, $3)`,
      [`document/${name}.pdf`, patientId, '0'.repeat(64)],
    );
  }
  const [row] = await world.sql<{ id: number }>(
    `insert into documents (domain_id, document_id, kind, name, status, signer_id, signer_name, signer_email, code, file,
       sha256, completed_at)
     values (1, $2, $3, $3, $4, $1, 'New Patient', 'x@patients.test', $5, $6, $7, $8) returning id`,
    [
      patientId,
      name.replaceAll('-', '').slice(0, 22),
      kind,
      status,
      name,
      isDone ? `document/${name}.pdf` : null,
      isDone ? '0'.repeat(64) : null,
      isDone ? new Date() : null,
    ],
  );
  if (!row) throw new Error('No document was made.');
  return row.id;
}

type BatchWishes = {
  readonly vials?: number;
  /** The verdicts of the tests; a test that is left out has no result. */
  readonly tests?: Readonly<Record<string, string>>;
  readonly consents?: readonly string[];
  readonly isClosed?: boolean;
  readonly received?: Awaited<ReturnType<Intake['newBatch']>>;
};

export const PASSED = { viability: 'pass', count: 'pass', sterility: 'pass' } as const;

/** The bench of lab@, where releases are signed and Nora Lindqvist, who may sign, has begun a shift. */
export async function openRelease(world: World, settings: object = { release_policy: 'signed' }) {
  const intake = await openIntake(world, settings);
  const { lab } = intake;
  const operator = await newOperator(world, lab);

  /** A batch with vials whose every criterion is met, apart from what is wished otherwise. */
  const newVials = async ({
    vials = 2,
    tests = PASSED,
    consents: signed = consents,
    isClosed = true,
    received,
  }: BatchWishes = {}) => {
    const made = received ?? (await intake.newBatch());
    const params = { id: made.batch.id };
    const { codes } = await world.call(lab, addBatchVials, {
      params,
      body: { ...scanOf(), quantity: vials, date: today() },
    });
    for (const [test, verdict] of Object.entries(tests)) {
      const measured = verdict === 'pass' ? 91 : 12;
      const value = { viability: { value: measured }, count: { value: measured, verdict } }[test] ?? { verdict };
      await world.call(lab, recordQc, { params, body: { test, sampled_on: today(), ...value } });
    }
    for (const kind of signed) await addDocument(world, made.patient, kind);
    if (isClosed) await world.call(lab, closeBatch, { params, body: { outcome: 'closed' } });
    return { ...made, codes };
  };
  const release = (vial_codes: readonly string[], more: object = {}) =>
    world.send(lab, releaseVials, { body: { vial_codes, signature: SIGNED, ...more } });
  const discard = (vial_codes: readonly string[], more: object = {}) =>
    world.send(lab, discardVials, { body: { vial_codes, note: 'As agreed', signature: SIGNED, ...more } });
  const statesOf = (codes: readonly string[]) =>
    world.sql<{ code: string; state: string; hold_reason: string | null; hold_deviation_id: number | null }>(
      'select code, state, hold_reason, hold_deviation_id from vials where code = any($1) order by id',
      [codes],
    );
  return { ...intake, operator, newVials, release, discard, statesOf };
}

export type ReleaseWorld = Awaited<ReturnType<typeof openRelease>>;

/** What a refused call says. */
export const refused = ({ statusCode, json }: { statusCode: number; json: () => unknown }) => ({
  status: statusCode,
  ...(json() as { reason: string; fields?: Record<string, string>; message?: string }),
});
