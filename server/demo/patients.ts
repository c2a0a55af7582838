import type { ProcessingChanges } from '@vialkeep/contract/patients.ts';
import { changeProcessing } from '../capabilities/patients/index.ts';
import type { Work } from '../kernel/db/db.ts';
import { patientNames } from './people.ts';

/** How many days ago each step happened; steps that have not happened are left out. */
type Steps = {
  shipped?: number;
  received?: number;
  plated?: number;
  platingFailed?: boolean;
  tested?: number;
  sterile?: boolean;
  ready?: number;
  preparation?: number;
  /** An expected date set by hand, in days from today. */
  expectedIn?: number;
};

/**
 * The processing steps that the lab records for the patients in turn: one or more for every stage, with late and failed
 * ones.
 */
const courses: readonly Steps[] = [
  { shipped: 250, received: 248, plated: 243, tested: 214, sterile: true, ready: 196, preparation: 2 },
  { shipped: 232, received: 230, plated: 226, tested: 199, sterile: true, ready: 176 },
  { shipped: 205, received: 203, plated: 198, tested: 172, sterile: true, ready: 146 },
  { shipped: 210, received: 207, plated: 203, tested: 180, sterile: true, ready: 155 },
  { shipped: 138, received: 136, plated: 131, tested: 108, sterile: true, ready: 84, preparation: 4 },
  { shipped: 25, received: 23, plated: 19, tested: 9, preparation: 6 },
  { shipped: 126, received: 124, plated: 119, tested: 98, sterile: true, ready: 78 },
  { shipped: 55, received: 53, plated: 48, tested: 20, preparation: 8 },
  { shipped: 112, received: 110, plated: 106, tested: 86, sterile: true, ready: 65, preparation: 3 },
  { shipped: 124, received: 122, plated: 118, tested: 96, sterile: true, ready: 73 },
  { shipped: 21, received: 19, plated: 15, platingFailed: true },
  { shipped: 33, received: 31, plated: 27, tested: 12, preparation: 10 },
  { shipped: 64, received: 62, plated: 57, tested: 30, sterile: true, preparation: 5, expectedIn: 6 },
  { shipped: 18, received: 16, plated: 11 },
  { shipped: 9, received: 7, plated: 2 },
  { shipped: 58, received: 55, plated: 50 },
  { shipped: 5, received: 3 },
  { shipped: 4, received: 1 },
  { shipped: 48, received: 46, plated: 40, tested: 22, sterile: true, ready: 3, preparation: 7 },
  { shipped: 2 },
  { shipped: 10 },
  { shipped: 1 },
  {},
  {},
];

const north: Steps = { shipped: 92, received: 90, plated: 85, tested: 60, sterile: true, ready: 36 };

/** Records the processing data of every demo patient step by step, in the lab's name. */
export async function addProcessing(work: Work): Promise<void> {
  const emails = patientNames.map((_, index) => `${index === 0 ? 'patient' : `patient${index + 1}`}@vialkeep.test`);
  const all = [
    ...emails.map((email, index) => [email, courses[index] ?? {}] as const),
    ['patient@north.test', north] as const,
  ];
  const patients = await work.db
    .selectFrom('users')
    .leftJoin('active_relations', (join) =>
      join.onRef('active_relations.subject_id', '=', 'users.id').on('active_relations.kind', '=', 'lab'),
    )
    .select(['users.id', 'users.domain_id', 'users.email', 'active_relations.object_id as lab'])
    .where('users.plan_id', '=', 2)
    .execute();
  for (const [email, course] of all) {
    const patient = patients.find((candidate) => candidate.email === email);
    if (!patient) throw new Error(`The demo network has no ${email}.`);
    const inTheirName: Work = { ...work, cause: { ...work.cause, actorId: patient.lab, userId: patient.lab } };
    for (const changes of buildProcessingSteps(course, patient.id)) {
      await changeProcessing(inTheirName, { id: patient.id, domainId: patient.domain_id }, changes);
    }
  }
}

/** One change for every step, in the order in which the lab takes them. */
function buildProcessingSteps(steps: Steps, id: number): ProcessingChanges[] {
  const { shipped, received, plated, tested, ready, preparation, expectedIn } = steps;
  const isPlated = steps.platingFailed || tested !== undefined;
  return [
    ...step(shipped, (day) => ({ date_adipose_shipped_to_lab: day })),
    ...step(received, (day) => ({ date_adipose_received_by_lab: day, lab_id: `CB-${76_000 + id}` })),
    ...step(plated, (day) => ({ stemcell_plating_initiated_date: day, number_times_qc_done: isPlated ? '2' : '1' })),
    ...(isPlated ? [{ stemcell_plating_successful: steps.platingFailed ? (2 as const) : (1 as const) }] : []),
    ...step(tested, (day) => ({ sterility_start_date: day, hla_typing_test: id % 3 === 0 ? 2 : 1 })),
    ...(preparation === undefined ? [] : [{ vials_preparation: preparation }]),
    ...(steps.sterile ? [{ sterility_complete: true }] : []),
    ...step(expectedIn === undefined ? undefined : -expectedIn, (day) => ({
      estimated_date_set_manually: true,
      estimated_date_vials_ready_to_ship: day,
    })),
    ...step(ready, (day) => ({ date_vials_ready_to_ship: day })),
  ];
}

function step(daysAgo: number | undefined, changes: (day: string) => ProcessingChanges): ProcessingChanges[] {
  if (daysAgo === undefined) return [];
  return [changes(new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10))];
}
