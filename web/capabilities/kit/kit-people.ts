export type KitPerson = {
  id: number;
  name: string;
  email: string;
  company: string;
  membership: number;
  state: 'Pending' | 'Completed' | 'Failed' | 'Shipped';
  joined: string;
  seen: string | null;
  vials: number;
  amount: number;
};

export const kitMemberships = [
  { value: '2', label: 'General Member' },
  { value: '4', label: 'Harvest Center' },
  { value: '5', label: 'Referral Harvest Center' },
];

const firstNames = ['Ana', 'Bruno', 'Carla', 'Dmitri', 'Esther', 'Farid', 'Greta', 'Hiro', 'Ines', 'Jonas', 'Kaya'];
const lastNames = ['Whitfield', 'Stein', 'Reyes', 'Nolan', 'Okafor', 'Lindqvist', 'Haddad', 'Moreau', 'Tanaka'];
const companies = ['North Clinic', 'Lakeside', 'Cedar Health', 'Harbor Center'];
const states = ['Pending', 'Completed', 'Failed', 'Shipped'] as const;

/** Forty-three invented people, the same at every visit. */
export const kitPeople: readonly KitPerson[] = Array.from({ length: 43 }, (_, at) => {
  const first = pick(firstNames, at * 5);
  const last = pick(lastNames, at * 7);
  return {
    id: 2031 + at * 3,
    name: `${first} ${last}`,
    email: `${first}.${last}@example.org`.toLowerCase(),
    company: pick(companies, at),
    membership: pick([2, 2, 4, 5], at),
    state: pick(states, at * 3 + Math.floor(at / 5)),
    joined: `2026-${two((at % 11) + 1)}-${two((at % 27) + 1)}`,
    seen: at % 6 === 0 ? null : `2026-11-${two((at % 14) + 1)}T${two(at % 24)}:12:00.000Z`,
    vials: (at * 7) % 23,
    amount: ((at * 371) % 4200) + 0.5,
  };
});

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
