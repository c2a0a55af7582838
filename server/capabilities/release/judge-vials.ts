import type { JsonValue } from '@vialkeep/contract/custody.ts';
import { PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import type { CriterionName } from '@vialkeep/contract/release.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { listOpenDeviationsOf, nameCodes } from '../deviations/index.ts';
import { type DocumentOfUser, documentsOf } from '../documents/index.ts';
import { type Bench, readBenchSettings } from '../lab-policy/index.ts';
import type { LockedVial } from './lock-vials.ts';

export type JudgedCriterion = {
  readonly name: CriterionName;
  readonly met: boolean;
  readonly words: string;
  /** The ids of the records that were looked at, which are signed with the criterion. */
  readonly proof: readonly number[];
};

type HeldVial = Omit<LockedVial, 'order_id'>;

/** Vials of one batch, or of one patient without a batch, missing ones apart from the others, with the criteria of their release. */
export type JudgedVials = {
  readonly batch: BatchOfVials | null;
  readonly patientId: number;
  readonly vials: readonly HeldVial[];
  readonly criteria: readonly JudgedCriterion[];
  readonly needsNote: boolean;
};

/**
 * Judges vials by what their labs ask for. A missing vial is not released before it is found. Where releases are signed
 * every criterion counts; otherwise only deviations do, and a batch or a required test that has failed.
 */
export async function judgeVials(db: Db, bench: Bench, vials: readonly HeldVial[]): Promise<JudgedVials[]> {
  const patients = [...new Set(vials.map(({ patient_id }) => patient_id))];
  const batchIds = [...new Set(vials.flatMap(({ batch_id }) => (batch_id === null ? [] : [batch_id])))];
  const [policies, batches, results, documents, deviations] = await Promise.all([
    loadPolicies(db, bench, vials),
    listBatches(db, batchIds),
    listCurrentResults(db, batchIds),
    documentsOf(db, patients),
    listOpenDeviationsOf(
      db,
      vials.map(({ id }) => id),
    ),
  ]);
  return groupVials(vials).map((group) => {
    const [{ patient_id: patientId, batch_id: batchId }] = group;
    const batch = batches.find(({ id }) => id === batchId) ?? null;
    const policy = joinPolicies(
      group.map(({ lab_id }) => policies.get(lab_id ?? bench.lab.id) ?? bench.settings),
      bench,
    );
    const ofBatch = results.filter(({ batch_id }) => batch_id === batchId);
    const open = [...new Set(group.flatMap(({ id }) => deviations.get(id) ?? []))].toSorted((a, b) => a - b);
    const criteria: JudgedCriterion[] = isMissing(group[0]) ? [judgeMissing(group)] : [];
    if (policy.isSigned && batch) criteria.push(judgeArrival(batch));
    const hasFailed = (test: string) => ofBatch.some((result) => result.test === test && result.verdict === 'fail');
    const tests = policy.required.filter((test) => policy.tests.includes(test) || hasFailed(test));
    if (batch) criteria.push(...tests.map((test) => judgeTest(test, ofBatch)));
    if (policy.isSigned) criteria.push(judgeConsents(documents.get(patientId) ?? []));
    if (batch && (policy.isSigned || batch.state === 'failed')) criteria.push(judgeBatch(batch));
    criteria.push(judgeDeviations(open));
    return { batch, patientId, vials: group, criteria, needsNote: policy.isSigned && batch === null };
  });
}

function isMissing({ hold_reason }: HeldVial): boolean {
  return hold_reason === 'missing';
}

function judgeMissing(vials: readonly HeldVial[]): JudgedCriterion {
  const words = `Missing: ${nameCodes(vials.map(({ code }) => code))}. Scan into a box what is found`;
  return { name: 'found', met: false, words, proof: vials.map(({ id }) => id) };
}

type Group = [HeldVial, ...HeldVial[]];

function groupVials(vials: readonly HeldVial[]): Group[] {
  const groups = new Map<string, Group>();
  for (const vial of vials) {
    const key = `${vial.patient_id} ${vial.batch_id} ${isMissing(vial)}`;
    const group = groups.get(key);
    if (group) group.push(vial);
    else groups.set(key, [vial]);
  }
  return [...groups.values()];
}

type RequiredTest = Bench['settings']['required_tests'][number];
type Settings = Pick<Bench['settings'], 'release_policy' | 'required_tests'>;

async function loadPolicies(db: Db, bench: Bench, vials: readonly HeldVial[]): Promise<Map<number, Settings>> {
  const policies = new Map<number, Settings>([[bench.lab.id, bench.settings]]);
  for (const { lab_id } of vials) {
    if (lab_id !== null && !policies.has(lab_id)) policies.set(lab_id, await readBenchSettings(db, lab_id));
  }
  return policies;
}

/** A vial that another lab made is judged by both labs, so that a change of the lab never drops a criterion. */
function joinPolicies(ofVials: readonly Settings[], { settings }: Bench): JoinedPolicy {
  const all = [settings, ...ofVials];
  const signed = all.filter(({ release_policy }) => release_policy === 'signed');
  return {
    isSigned: signed.length > 0,
    tests: [...new Set(signed.flatMap(({ required_tests }) => required_tests))],
    required: [...new Set([...signed, ...all].flatMap(({ required_tests }) => required_tests))],
  };
}

type JoinedPolicy = {
  readonly isSigned: boolean;
  /** Those that must have passed. */
  readonly tests: readonly RequiredTest[];
  /** Those that must not have failed, also where releases are not signed. */
  readonly required: readonly RequiredTest[];
};

async function listBatches(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('batches')
    .leftJoin('arrivals_in_use as arrivals', 'arrivals.id', 'batches.arrival_id')
    .select([
      'batches.id',
      'batches.code',
      'batches.state',
      'batches.arrival_id',
      'arrivals.decision',
      'arrivals.arrived_at',
    ])
    .where('batches.id', '=', anyOf(ids))
    .execute();
}

type BatchOfVials = Awaited<ReturnType<typeof listBatches>>[number];

/** The results that no later one replaces. */
export async function listCurrentResults(db: Db, batchIds: readonly number[]) {
  return db
    .selectFrom('qc_results')
    .leftJoin('qc_results as later', 'later.replaces_id', 'qc_results.id')
    .select(['qc_results.id', 'qc_results.batch_id', 'qc_results.test', 'qc_results.value', 'qc_results.unit'])
    .select(['qc_results.limit_words', 'qc_results.verdict'])
    .where('qc_results.batch_id', '=', anyOf(batchIds))
    .where('later.id', 'is', null)
    .orderBy('qc_results.id')
    .execute();
}

type CurrentResult = Awaited<ReturnType<typeof listCurrentResults>>[number];

function judgeArrival({ arrival_id, decision, arrived_at }: BatchOfVials): JudgedCriterion {
  const proof = arrival_id === null ? [] : [arrival_id];
  const day = arrived_at ? ` on ${dayInWords(arrived_at.toISOString().slice(0, 10))}` : '';
  const words: Record<string, string> = {
    accepted: `Accepted${day}`,
    accepted_with_deviation: `Accepted with a deviation${day}`,
    rejected: `Rejected${day}`,
  };
  return {
    name: 'arrival',
    met: decision !== 'rejected',
    words: decision === null ? 'No arrival is recorded, so that none was rejected' : (words[decision] ?? decision),
    proof,
  };
}

function judgeTest(test: RequiredTest, results: readonly CurrentResult[]): JudgedCriterion {
  const result = results.find((candidate) => candidate.test === test);
  if (!result) return { name: test, met: false, words: 'No result yet', proof: [] };
  const { id, verdict, value, unit, limit_words } = result;
  const said = { pass: 'Passed', fail: 'Failed', pending: 'Pending' }[verdict] ?? verdict;
  const measured = value === null ? '' : `: ${value} ${unit}`.trimEnd();
  const limit = limit_words === '' ? '' : ` (${limit_words})`;
  return { name: test, met: verdict === 'pass', words: `${said}${measured}${limit}`, proof: [id] };
}

function judgeConsents(documents: readonly DocumentOfUser[]): JudgedCriterion {
  const completed = documents.filter(({ status }) => status === 'Completed');
  const missing = PatientDocumentKind.options.filter((kind) => !completed.some((document) => document.kind === kind));
  return {
    name: 'consents',
    met: missing.length === 0,
    words: missing.length === 0 ? 'All three are completed' : `Not completed: ${missing.join(', ')}`,
    proof: completed.map(({ id }) => id),
  };
}

function judgeBatch({ id, state }: BatchOfVials): JudgedCriterion {
  const words: Record<string, string> = { open: 'Still open', closed: 'Closed', failed: 'Failed' };
  return { name: 'batch', met: state === 'closed', words: words[state] ?? state, proof: [id] };
}

function judgeDeviations(open: readonly number[]): JudgedCriterion {
  return {
    name: 'deviations',
    met: open.length === 0,
    words: open.length === 0 ? 'None is open' : `Open: ${open.map((id) => `#${id}`).join(', ')}`,
    proof: open,
  };
}

/** What is signed about vials: their codes and every criterion with its proof. */
export function recordOfJudged({ batch, patientId, vials, criteria }: JudgedVials): JsonValue {
  return {
    patient: patientId,
    batch: batch?.id ?? null,
    codes: vials.map(({ code }) => code),
    criteria: criteria.map(({ name, met, words, proof }) => ({ name, met, words, proof: [...proof] })),
  };
}
