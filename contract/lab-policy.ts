import { z } from 'zod';
import { benchRefusals, labRefusals, ofLab, ofLabInQuery, Pin } from './bench-words.ts';
import { OperatorId, OperatorIdInPath, UserId, Version } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { readVialCode } from './vial-code.ts';

export const OPERATORS_PER_PAGE = 50;
export const BENCH_LABS_PER_PAGE = 50;

const whole = (least: number, most: number) =>
  z.number().int().min(least, `At least ${least}.`).max(most, `At most ${most}.`);

export const ReleasePolicy = z.enum(['on_record', 'signed']);
export const ShortOrders = z.enum(['accept', 'refuse']);
export const RequiredTest = z.enum(['viability', 'count', 'sterility']);

export const LabSettingsFields = z.object({
  bench_on: z.boolean(),
  /** `on_record`: a vial is available when it is recorded; `signed`: when its release is signed. */
  release_policy: ReleasePolicy,
  reserve_on_order: z.boolean(),
  /** Whether an order for more vials than there are is taken. */
  short_orders: ShortOrders,
  /** The longest time from the harvest to the arrival. */
  tissue_hours: whole(1, 336),
  /** Percent. */
  viability_min: whole(0, 100),
  required_tests: z
    .array(RequiredTest)
    .max(3)
    .transform((tests) => [...new Set(tests)]),
  /** A shift ends after so many minutes of silence. */
  shift_minutes: whole(1, 720),
  label_note: text(60),
});

export const LabSettings = LabSettingsFields.extend({
  required_tests: z.array(RequiredTest),
  lab_id: UserId,
  version: Version,
});
export type LabSettings = z.infer<typeof LabSettings>;

export const readLabSettings = route({
  method: 'GET',
  path: '/api/v1/bench/settings/',
  summary: 'What a lab has decided about its bench',
  access: 'bench.use',
  query: z.object(ofLabInQuery),
  answer: LabSettings,
  refusals: labRefusals,
});

export const changeLabSettings = route({
  method: 'PATCH',
  path: '/api/v1/bench/settings/',
  summary: 'Switch a lab’s bench on or off, and set its limits',
  access: 'lab_policy.set',
  inPerson: true,
  body: LabSettingsFields.partial().extend({ ...ofLab, version: Version }),
  answer: LabSettings,
  refusals: {
    ...labRefusals,
    changed_meanwhile: refusal(409, 'Another administrator changed these settings. Look at them and save again.'),
    /** The message counts what is open. */
    bench_in_use: refusal(409, 'The bench stays on while work at it is open.'),
  },
});

export const BenchLab = z.object({
  id: UserId,
  /** The company, or the person where there is none. */
  name: z.string(),
});
export type BenchLab = z.infer<typeof BenchLab>;

export const listBenchLabs = route({
  method: 'GET',
  path: '/api/v1/bench/labs/',
  summary: 'The labs whose bench is on, by name; a lab gets itself',
  access: 'bench.use',
  query: z.object(paging(BENCH_LABS_PER_PAGE)),
  answer: pageOf(BenchLab),
  reads: { what: 'list' },
});

export const Operator = z.object({
  id: OperatorId,
  name: z.string(),
  /** What the badge shows. */
  code: z.string(),
  may_sign: z.boolean(),
  /** The PIN is replaced at its first use. */
  pin_is_once: z.boolean(),
  ended_at: z.iso.datetime().nullable(),
});
export type Operator = z.infer<typeof Operator>;

const NewPin = z.object({ id: OperatorId, code: z.string(), one_time_pin: z.string() });

const operatorRefusals = { operator_ended: refusal(409, 'This operator has ended.') };

export const listOperators = route({
  method: 'GET',
  path: '/api/v1/bench/operators/',
  summary: 'The operators of a lab, with those who have ended',
  access: 'lab_policy.operators',
  query: z.object({ ...ofLabInQuery, ...paging(OPERATORS_PER_PAGE) }),
  answer: pageOf(Operator),
  refusals: labRefusals,
});

export const addOperator = route({
  method: 'POST',
  path: '/api/v1/bench/operators/',
  summary: 'Add an operator; the PIN is shown once',
  access: 'lab_policy.operators',
  inPerson: true,
  body: z.object({ ...ofLab, name: requiredText('Name', 100), may_sign: z.boolean().default(false) }),
  answer: NewPin,
  refusals: labRefusals,
});

export const renewOperatorPin = route({
  method: 'POST',
  path: '/api/v1/bench/operators/:id/new-pin/',
  summary: 'Give an operator a new one-time PIN, which is shown once',
  access: 'lab_policy.operators',
  inPerson: true,
  params: z.object({ id: OperatorIdInPath }),
  answer: NewPin,
  refusals: operatorRefusals,
});

export const endOperator = route({
  method: 'POST',
  path: '/api/v1/bench/operators/:id/end/',
  summary: 'End an operator: the badge opens no shift any more, and what they did keeps their name',
  access: 'lab_policy.operators',
  inPerson: true,
  params: z.object({ id: OperatorIdInPath }),
  answer: z.object({ success: z.literal(true) }),
  refusals: operatorRefusals,
});

const Shift = z.object({
  operator: Operator.pick({ id: true, name: true, code: true, may_sign: true }),
  until: z.iso.datetime(),
});

/** A badge as it is typed or scanned; the symbol begins with P. One that was misread is a wrong badge. */
const BadgeCode = z
  .string()
  .max(40, 'At most 40 characters.')
  .transform((typed) => readVialCode(typed) ?? readVialCode(typed.trim().replace(/^P/i, '')) ?? '');

export const beginShift = route({
  method: 'POST',
  path: '/api/v1/bench/shift/',
  summary: 'Sign an operator in on this session, by badge and PIN',
  access: 'bench.use',
  body: z.object({
    ...ofLab,
    operator_code: BadgeCode,
    pin: z.string().min(1).max(100),
    /** Replaces a one-time PIN. */
    new_pin: Pin.optional(),
  }),
  answer: Shift,
  refusals: {
    lab_required: benchRefusals.lab_required,
    bench_off: benchRefusals.bench_off,
    wrong_pin: refusal(400, 'Wrong badge or PIN.'),
    new_pin_required: refusal(409, 'Choose a PIN of your own.'),
    not_your_pin: refusal(409, 'Only the operator chooses a PIN, and not in a session of an administrator.'),
    same_pin: refusal(400, 'Choose another PIN than the one-time PIN.'),
  },
});

export const endShift = route({
  method: 'DELETE',
  path: '/api/v1/bench/shift/',
  summary: 'Sign the operator out',
  access: 'bench.use',
  query: z.object(ofLabInQuery),
  answer: z.object({ success: z.literal(true) }),
  refusals: labRefusals,
});
