import type { CustodyEvent } from '@vialkeep/contract/custody.ts';
import type { z } from 'zod';
import type { CustodyRow } from './custody.queries.ts';

type CustodyAccount = { id: number; username: string; company: string };

type Reader = {
  /** The users whose names the reader may see. */
  people: readonly CustodyAccount[];
  /** The names of the facts that are hidden from the reader. */
  hidden: readonly string[];
  /** Only these facts of steps at the bench; without it, all that are not hidden. */
  shownOfBench?: readonly string[];
  /** Steps of the bench are shown without the names of those who made them. */
  isBenchNameless?: boolean;
};

/** Steps of the lab's own work. */
const AT_BENCH = /^(?:bench|kit|tissue|batch|qc|deviation)\.|^(?:order\.delivered|vials\.discarded)$/;

export function presentCustody(
  rows: readonly CustodyRow[],
  { people, hidden, shownOfBench, isBenchNameless = false }: Reader,
): z.input<typeof CustodyEvent>[] {
  const known = new Map(people.map((person) => [person.id, person]));
  const left = new Set(hidden);
  return rows.map((row) => {
    const isAtBench = AT_BENCH.test(row.kind);
    const nameOf = (id: number, name: (person: CustodyAccount) => string) => {
      const person = isAtBench && isBenchNameless ? undefined : known.get(id);
      return person ? name(person) : `#${id}`;
    };
    const facts = isAtBench && shownOfBench ? pick(row.facts, shownOfBench) : row.facts;
    return {
      id: row.position,
      kind: row.kind,
      at: row.at.toISOString(),
      occurred_on: row.occurred_on,
      who: row.actor_id === null ? null : { id: row.actor_id, name: nameOf(row.actor_id, ({ username }) => username) },
      on_behalf_of:
        row.user_id === null || row.user_id === row.actor_id
          ? null
          : { id: row.user_id, name: nameOf(row.user_id, ({ company, username }) => company || username) },
      facts: shownOf(facts, left),
    };
  });
}

function pick(facts: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
}

function shownOf(facts: Record<string, unknown>, hidden: ReadonlySet<string>): Record<string, unknown> {
  const shown = Object.entries(facts).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, shownWithin(value, hidden)]));
}

function shownWithin(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => shownWithin(item, hidden));
  return isRecord(value) ? shownOf(value, hidden) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
