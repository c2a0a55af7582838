import type { JsonValue } from '@vialkeep/contract/custody.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { discardVials } from '@vialkeep/contract/release.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { Refusal, refuseBy } from '../../kernel/http/refuse.ts';
import { listOpenDeviationsOf, nameCodes } from '../deviations/index.ts';
import { requireFreePhotos } from '../intake/index.ts';
import { type Lab, proveSigner, type Signer, signRecord } from '../lab-policy/index.ts';
import { discardVials as moveToDiscarded } from '../vials/index.ts';
import { listCurrentResults } from './judge-vials.ts';
import { groupByPatient, type LockedVial, lockStoredVials } from './lock-vials.ts';
import { requireSigningBench } from './require-signing-bench.ts';

type DiscardBody = Received<typeof discardVials>['body'];

export const discardVialsHandler = handle(discardVials, async (call) => {
  const { access, actor, write, body } = call;
  const signer = await proveSigner(call, body.lab_id, body.signature);
  return write(async (work) => {
    const { lab } = await requireSigningBench(work, access, signer);
    const vials = await lockStoredVials(work, lab, body.vial_codes, discardVials.refusals.vial_gone);
    const reserved = vials.filter(({ order_id }) => order_id !== null).map(({ code }) => code);
    if (reserved.length > 0) {
      const message = `Reserved for an order: ${nameCodes(reserved)}.`;
      throw refuseBy(discardVials, 'reserved', { message, fields: ['vial_codes'] });
    }
    const evidence = await requireBasis(work, vials, body);
    const photos = await requireFreePhotos(work, lab, {
      uploaderId: actor.userId,
      photos: body.photos,
      refusal: new Refusal('photo_unknown', discardVials.refusals.photo_unknown, { fields: ['photos'] }),
    });
    const signature = await signDiscard(work, lab, signer, { vials, body, evidence, photos });
    return { discarded: vials.length, signature };
  });
});

/** What the records show for a basis, which is signed with it; a basis that they do not show is refused. */
async function requireBasis(work: Work, vials: readonly LockedVial[], body: DiscardBody): Promise<JsonValue> {
  const { basis } = body;
  if (basis === 'damaged') return {};
  if (basis === 'patient_request') return requireRequest(work, vials, body.document_id ?? null);
  const proofs = basis === 'failed_qc' ? await listFailures(work, vials) : await listDeviations(work, vials);
  const bare = vials.filter(({ id }) => (proofs.get(id) ?? []).length === 0).map(({ code }) => code);
  if (bare.length > 0) {
    const words = basis === 'failed_qc' ? 'No test of its batch has failed' : 'In no open deviation';
    throw refuseBy(discardVials, 'basis_not_met', { message: `${words}: ${nameCodes(bare)}.`, fields: ['basis'] });
  }
  const ids = [...new Set([...proofs.values()].flat())].toSorted((one, other) => one - other);
  return { [basis === 'failed_qc' ? 'results' : 'deviations']: ids };
}

/** The results of the batch that are current and failed, by vial. */
async function listFailures({ db }: Work, vials: readonly LockedVial[]): Promise<Map<number, number[]>> {
  const batches = [...new Set(vials.flatMap(({ batch_id }) => (batch_id === null ? [] : [batch_id])))];
  const failed = (await listCurrentResults(db, batches)).filter(({ verdict }) => verdict === 'fail');
  return new Map(
    vials.map(({ id, batch_id: of }) => [
      id,
      failed.filter(({ batch_id }) => batch_id === of).map((result) => result.id),
    ]),
  );
}

function listDeviations({ db }: Work, vials: readonly LockedVial[]): Promise<Map<number, number[]>> {
  return listOpenDeviationsOf(
    db,
    vials.map(({ id }) => id),
  );
}

/** A completed document of the patient; one paper asks for one discarding. The chain of the patient is locked. */
async function requireRequest({ db }: Work, vials: readonly LockedVial[], id: number | null): Promise<JsonValue> {
  const [patient, other] = [...new Set(vials.map(({ patient_id }) => patient_id))];
  if (other !== undefined) {
    throw refuseBy(discardVials, 'basis_not_met', {
      message: 'These vials are of several patients. Discard those of one patient at a time.',
      fields: ['vial_codes'],
    });
  }
  const document = await db
    .selectFrom('documents')
    .leftJoin('discards', 'discards.document_id', 'documents.id')
    .select(['documents.id', 'documents.sha256'])
    .where('documents.id', '=', id ?? 0)
    .where('documents.signer_id', '=', patient ?? 0)
    .where('documents.kind', '<>', 'hc_attestation')
    .where('documents.status', '=', 'Completed')
    .where('documents.hidden_at', 'is', null)
    .where('discards.id', 'is', null)
    .executeTakeFirst();
  if (!document) throw refuseBy(discardVials, 'consent_missing', { fields: ['document_id'] });
  return { document: document.id, document_sha256: document.sha256 };
}

type Discarded = {
  readonly vials: readonly LockedVial[];
  readonly body: DiscardBody;
  readonly evidence: JsonValue;
  readonly photos: readonly { readonly name: string; readonly sha256: string }[];
};

async function signDiscard(work: Work, lab: Lab, signer: Signer, { vials, body, evidence, photos }: Discarded) {
  const { basis, note } = body;
  const codes = vials.map(({ code }) => code);
  const { signature, sha256 } = await signRecord(work, signer, {
    meaning: 'discarded',
    subject: 'vial',
    subjectId: codes[0] ?? '',
    record: { lab: lab.id, codes, basis, note, evidence, photos: photos.map((photo) => ({ ...photo })) },
  });
  const { id } = await work.db
    .insertInto('discards')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      basis,
      document_id: body.document_id ?? null,
      note,
      signature_id: signature.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [index, { name }] of photos.entries()) {
    const photo = { discard_id: id, n: index + 1, domain_id: lab.domainId, lab_id: lab.id, file: name };
    await work.db.insertInto('discard_photos').values(photo).execute();
  }
  for (const { patient, codes: ofPatient } of groupByPatient(vials)) {
    await moveToDiscarded(work, patient, {
      codes: ofPatient,
      by: { operatorId: signer.operatorId, actionId: null },
      facts: { discard: id, basis, signature: signature.id, record_sha256: sha256, note },
    });
  }
  await audit(work, {
    domainId: lab.domainId,
    action: 'release.discard',
    subject: 'signature',
    subjectId: signature.id,
    facts: { lab: lab.id, basis, discard: id, codes },
  });
  return signature;
}
