import type { NamedVial } from '@vialkeep/contract/named-vial.ts';
import { LEAST_RELEASE_NOTE, releaseVials } from '@vialkeep/contract/release.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { nameCodes } from '../deviations/index.ts';
import { type Bench, proveSigner, type Signer, signRecord } from '../lab-policy/index.ts';
import { enqueueFillOrders } from '../orders/index.ts';
import { releaseVials as endQuarantine } from '../vials/index.ts';
import { type JudgedVials, judgeVials, recordOfJudged } from './judge-vials.ts';
import { groupByPatient, lockStoredVials } from './lock-vials.ts';
import { requireSigningBench } from './require-signing-bench.ts';

export const releaseVialsHandler = handle(releaseVials, async (call) => {
  const { access, write, body } = call;
  const signer = await proveSigner(call, body.lab_id, body.signature);
  return write(async (work) => {
    const bench = await requireSigningBench(work, access, signer);
    return { signature: await signRelease(work, bench, signer, { names: body.vial_codes, note: body.note ?? '' }) };
  });
});

type Released = { readonly names: readonly NamedVial[]; readonly note: string };

/** Releases vials whose every criterion is met. There is no override. */
async function signRelease(work: Work, bench: Bench, signer: Signer, { names, note }: Released) {
  const { lab } = bench;
  const vials = await lockStoredVials(work, lab, names, releaseVials.refusals.vial_gone);
  const codes = vials.map(({ code }) => code);
  const free = vials.filter(({ hold_reason }) => hold_reason === null).map(({ code }) => code);
  if (free.length > 0) {
    const message = `Not in quarantine: ${nameCodes(free)}.`;
    throw refuseBy(releaseVials, 'not_held', { message, fields: ['vial_codes'] });
  }
  const judged = await judgeVials(work.db, bench, vials);
  requireCriteria(judged);
  if (judged.some(({ needsNote }) => needsNote) && [...note].length < LEAST_RELEASE_NOTE) {
    throw refuseBy(releaseVials, 'note_required', { fields: ['note'] });
  }
  const [first] = judged;
  const { signature, sha256 } = await signRecord(work, signer, {
    meaning: 'released',
    ...(judged.length === 1 && first?.batch
      ? { subject: 'batch', subjectId: first.batch.id }
      : { subject: 'vial', subjectId: codes[0] ?? '' }),
    record: { lab: lab.id, note, released: judged.map(recordOfJudged) },
  });
  for (const { patient, codes: ofPatient } of groupByPatient(vials)) {
    await endQuarantine(work, patient, {
      codes: ofPatient,
      by: { operatorId: signer.operatorId, actionId: null },
      facts: { signature: signature.id, record_sha256: sha256, ...(note === '' ? {} : { note }) },
    });
    await enqueueFillOrders(work, { patientId: patient.id });
  }
  await audit(work, {
    domainId: lab.domainId,
    action: 'release.release',
    subject: 'signature',
    subjectId: signature.id,
    facts: { lab: lab.id, codes },
  });
  return signature;
}

/** Names every criterion that is not met, with its words. */
function requireCriteria(judged: readonly JudgedVials[]): void {
  const unmet = judged.flatMap(({ criteria }) => criteria.filter(({ met }) => !met));
  if (unmet.length === 0) return;
  const fields: Record<string, string> = {};
  for (const { name, words } of unmet) {
    const said = fields[name];
    fields[name] = said === undefined || said === words ? words : `${said}; ${words}`;
  }
  throw refuseBy(releaseVials, 'criteria_not_met', { fields });
}
