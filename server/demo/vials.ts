import { recordVials } from '../capabilities/vials/index.ts';
import type { Work } from '../kernel/db/db.ts';

type DemoEntry = {
  type: 'added' | 'shipped';
  quantity: number;
  daysAgo: number;
  trackingId?: string;
  note?: string;
};

const added = (quantity: number, daysAgo: number, note?: string): DemoEntry => ({
  type: 'added',
  quantity,
  daysAgo,
  ...(note ? { note } : {}),
});
const shipped = (quantity: number, daysAgo: number, trackingId: string, note?: string): DemoEntry => ({
  type: 'shipped',
  quantity,
  daysAgo,
  trackingId,
  ...(note ? { note } : {}),
});

/** Entries by the patient's email, in chronological order, with the account that records them. */
const stock: readonly (readonly [patient: string, keeper: string, entries: readonly DemoEntry[]])[] = [
  [
    'patient@vialkeep.test',
    'lab@vialkeep.test',
    [added(6, 190, 'First passage'), added(3, 120, 'Second passage'), shipped(4, 60, '7711 9981 2204')],
  ],
  [
    'patient2@vialkeep.test',
    'lab2@vialkeep.test',
    [added(10, 170), shipped(2, 110, '7711 9981 3310'), shipped(1, 41, '7711 9984 0172', 'Replacement, box was warm')],
  ],
  ['patient3@vialkeep.test', 'lab@vialkeep.test', [added(8, 140, 'Rack B, shelf 4')]],
  [
    'patient4@vialkeep.test',
    'lab@vialkeep.test',
    [added(12, 150), shipped(5, 95, '7711 9982 6605'), shipped(7, 22, '7711 9985 4419', 'Last of the batch')],
  ],
  ['patient5@vialkeep.test', 'lab@vialkeep.test', [added(5, 80)]],
  ['patient7@vialkeep.test', 'lab@vialkeep.test', [added(4, 75), shipped(1, 15, '7711 9986 1093')]],
  ['patient9@vialkeep.test', 'lab@vialkeep.test', [added(20, 62, 'Two racks')]],
  ['patient10@vialkeep.test', 'lab2@vialkeep.test', [added(6, 70), shipped(6, 12, '7711 9986 7741')]],
  ['patient@north.test', 'admin@north.test', [added(4, 30), shipped(1, 5, '7711 9987 0028')]],
];

/** Adds stored and shipped vials, recorded as a lab records them. The codes are the same in every demo network. */
export async function addVials(work: Work): Promise<void> {
  const random = createSeededBytes(20_261_115);
  const users = await work.db.selectFrom('users').select(['id', 'domain_id', 'email']).execute();
  const userOf = (email: string) => {
    const user = users.find((candidate) => candidate.email === email);
    if (!user) throw new Error(`The demo network has no ${email}.`);
    return user;
  };
  for (const [patient, keeper, entries] of stock) {
    const { id, domain_id } = userOf(patient);
    const by = userOf(keeper).id;
    const inTheirName: Work = { ...work, cause: { ...work.cause, actorId: by, userId: by } };
    for (const { daysAgo, ...entry } of entries) {
      await recordVials(inTheirName, { id, domainId: domain_id }, { ...entry, date: dayBefore(daysAgo) }, random);
    }
  }
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Deterministic pseudo-random bytes (mulberry32). */
export function createSeededBytes(seed: number): (bytes: number) => Uint8Array {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 255;
  };
  return (bytes) => Uint8Array.from({ length: bytes }, next);
}
