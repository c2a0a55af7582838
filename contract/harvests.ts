import { z } from 'zod';
import { codeOf } from './bench-codes.ts';
import { Moment } from './bench-moment.ts';
import { benchRefusals } from './bench-words.ts';
import { PatientDocumentKind } from './documents.ts';
import { ArrivalId, HarvestId, KitId, UserId, UserIdInPath } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';

export const HARVESTS_PER_PAGE = 25;

export const Harvest = z.object({
  id: HarvestId,
  kit_id: KitId,
  kit_code: z.string(),
  patient: z.object({ id: UserId, name: z.string() }),
  center: z.object({ id: UserId, company: z.string() }),
  harvested_at: z.iso.datetime(),
  volume_ml: z.number().nullable(),
  note: z.string(),
  /** The hours that the lab allows from the harvest to the arrival. */
  tissue_hours: z.number().int(),
  /** Null while the tissue is on its way. */
  arrival_id: ArrivalId.nullable(),
  /** A correction has rejected the arrival, so that the kit can be recorded anew. */
  may_arrive_again: z.boolean(),
});
export type Harvest = z.infer<typeof Harvest>;

const YesNo = z.enum(['true', 'false']).transform((value) => value === 'true');

export const listHarvests = route({
  method: 'GET',
  path: '/api/v1/harvests/',
  summary: 'The harvests of the patients whom the caller sees, newest first',
  access: 'harvests.read',
  reads: { what: 'list' },
  query: z.object({
    patient_id: UserIdInPath.optional(),
    /** The lab whose kits were used, for administrators. */
    lab_id: UserIdInPath.optional(),
    kit_code: codeOf('kit').optional(),
    on_the_way: YesNo.optional(),
    ...paging(HARVESTS_PER_PAGE),
  }),
  answer: pageOf(Harvest),
});

export const NewHarvest = z.object({
  patient_id: z.preprocess((value) => (value === '' ? undefined : value), UserId),
  kit_code: codeOf('kit'),
  harvested_at: Moment,
  volume_ml: z
    .number('Enter a number.')
    .positive('Enter more than 0.')
    .max(10_000, 'At most 10000.')
    .nullable()
    .optional(),
  note: text(1_000).optional(),
});

export const recordHarvest = route({
  method: 'POST',
  path: '/api/v1/harvests/',
  summary: 'Record that tissue was taken from a patient into a kit',
  access: 'harvests.record',
  reads: { what: 'record', subjects: ({ harvest }) => [harvest.patient.id] },
  body: NewHarvest,
  answer: z.object({
    harvest: Harvest,
    /** False: the kit was sent to another clinic, or to none. It is taken and noted. */
    sent_here: z.boolean(),
    /** The consents that are not signed yet. They stop no harvest. */
    pending_consents: z.array(PatientDocumentKind),
  }),
  refusals: {
    bench_off: benchRefusals.bench_off,
    kit_used: refusal(409, 'This kit was used already.'),
    kit_expired: refusal(409, 'This kit has expired.'),
    kit_held: refusal(409, 'This kit must not be used: its lot is held.'),
    kit_void: refusal(409, 'This kit is void.'),
    before_sent: refusal(400, 'This is before the day on which the kit was sent.'),
  },
});
