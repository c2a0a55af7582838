import type { Input } from '../world.ts';

/** Fields that say who a person is or how their sample is doing, as a reader of the JSON would judge. */
const FACTS = /^(first_name|last_name|username|email|phone_number|name|label|vials_available|lab_id|ready_on)$/;
const IDS = ['id', 'value', 'user_id', 'user'];

/** Objects with a number and a name that are not people. */
const THINGS = /^(domain|domains|subscription|product|documents|patient_documents|fedex_request|offer)$/;

/** Calls whose answer is about a person without naming them: the person of the path, or those of the rows. */
const IN_PATH: Readonly<Record<string, string>> = {
  readVials: 'userId',
  listVials: 'userId',
  listPatientDocuments: 'userId',
  listLocations: 'userId',
  listCustody: 'id',
  readPatientRecord: 'id',
  getUser: 'id',
  readUserDetails: 'id',
  readCustomerProfile: 'id',
  listKeptPapers: 'id',
};

/** Calls whose answer is about the caller's account without naming it. */
const OWN: readonly string[] = [
  'listSessions',
  'readOwnEmail',
  'listOwnAccess',
  'readOwnStorage',
  'listOwnPrivacyRequests',
  'listOwnCommissions',
];

/**
 * The people whose data a JSON answer holds. It looks at the bytes that a client receives and knows nothing of the
 * schemas, so that it can contradict them.
 */
export function peopleOnTheWire(name: string, answer: unknown, input: Input, userId: number): Set<number> {
  const people = new Set<number>();
  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, key);
    else if (typeof value === 'object' && value !== null && !THINGS.test(key))
      visitObject(value as Record<string, unknown>);
  };
  const visitObject = (object: Record<string, unknown>): void => {
    const id = IDS.map((key) => object[key]).find((value) => typeof value === 'number');
    const facts = Object.entries(object).filter(([key, value]) => FACTS.test(key) && isTold(value));
    if (typeof id === 'number' && facts.length > 0 && !isThing(object)) people.add(id);
    for (const [key, value] of Object.entries(object)) {
      const text = object[`${key.replace(/_id$/, '')}_desc`];
      if (typeof value === 'number' && typeof text === 'string' && text !== '') people.add(value);
      visit(value, key);
    }
  };
  visit(answer, '');
  if (name === 'listAttention')
    for (const { patient } of answer as { patient: { id: number } }[]) people.add(patient.id);
  // Its vial is named by a code, and sales read no name.
  if (name === 'readVialPassport') people.add((answer as { patient: { id: number } }).patient.id);
  if (name === 'readSales') {
    const { by, parts } = answer as { by: string; parts: { id: number }[] };
    people.clear();
    if (by !== 'product') for (const { id } of parts) if (id > 0) people.add(id);
  }
  const inPath = IN_PATH[name];
  const params = (input.params ?? {}) as Record<string, unknown>;
  if (inPath !== undefined) people.add(Number(params[inPath]));
  if (OWN.includes(name)) people.add(userId);
  return people;
}

function isTold(value: unknown): boolean {
  return value !== null && value !== '' && !(typeof value === 'string' && /^#\d+$/.test(value));
}

/** A label, a document, a kept paper, an inspection, an API key, an import and a commission plan have a number of their own beside fields of people. */
function isThing(object: Record<string, unknown>): boolean {
  return (
    'tracking_number' in object ||
    'agency' in object ||
    'prefix' in object ||
    'hold_days' in object ||
    'counts' in object ||
    'kept_until' in object ||
    ('kind' in object && 'status' in object)
  );
}
