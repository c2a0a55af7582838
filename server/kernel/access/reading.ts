import { isOpening, peopleIn, type ReadingKind, readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { type Actor, sessionOf } from '../session/actor.ts';
import { filterFormatOf } from './format-filter.ts';

/** One row of `access_records` before it is written; the database adds the site of the subject. */
export type AccessRow = {
  readonly at: string;
  readonly domain_id: number;
  readonly subject_id: number | null;
  /** Null for an inspector, who has no account. */
  readonly actor_id: number | null;
  readonly user_id: number | null;
  /** The session, or that of an inspector; for a call by an API key, the negative number of the key. */
  readonly session_id: number;
  readonly inspection_id?: number;
  readonly what: number;
  readonly object: string;
  readonly seen: readonly number[] | null;
  readonly reason: string | null;
};

/** The people whose data a use case shows, where the answer does not say it, and the number of the file or document. */
export type NotedSubjects = { readonly ids: readonly (number | null)[]; readonly object: string };

/** An answered call that showed data of people. */
export type Reading = {
  readonly actor: Actor;
  readonly answer: unknown;
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
  readonly noted: NotedSubjects | null;
};

/** A list of more people than this is recorded by its filter. */
export const MOST_SEEN = 200;
const LONGEST_OBJECT = 500;

/** Compiles what a route reads into a function that makes the rows of one call; null where it reads nothing of people. */
export function readingOf({
  reads,
  answer: schema,
  answersFile,
  params,
  query,
  path,
}: Route): ((reading: Reading) => AccessRow[]) | null {
  if (!reads) return null;
  const { what } = reads;
  const collect = answersFile ? null : peopleIn(schema);
  const formatFilter = filterFormatOf({ params, query });
  return (reading) => {
    const { actor, answer, input, noted } = reading;
    if (what !== 'export' && !noted && !reads.subjects && !collect) {
      throw new Error(`${path} answered without saying whose data it shows.`);
    }
    const actorId = actor.acting?.byId ?? actor.userId;
    const without = (ids: Iterable<number | null | undefined>, gone: ReadonlySet<number>) => [
      ...new Set([...ids].filter((id): id is number => typeof id === 'number' && !gone.has(id))),
    ];
    // A person's own data are not recorded; while a person acts in another account, that account's data are not their own.
    const own = new Set<number>([actorId]);
    const subjects = without(
      noted?.ids ?? reads.subjects?.(answer, { ...inputOf(input), userId: actor.userId }) ?? [],
      own,
    );
    const named: number[] = [];
    collect?.(answer, (id) => named.push(id));
    if (!isOpening(what)) {
      const seen = without([...subjects, ...named], own);
      if (seen.length === 0 && what !== 'export') return [];
      const isCounted = what !== 'export' && seen.length <= MOST_SEEN;
      return [
        rowOf(what, actor, { object: `${path} ${formatFilter(input)}`.trimEnd(), seen: isCounted ? seen : null }),
      ];
    }
    const others = without(named, new Set([...own, ...subjects]));
    const seen = others.length > 0 ? others.slice(0, MOST_SEEN) : null;
    const object = noted?.object ?? numberOf(input, subjects);
    if (subjects.length === 0) return seen === null ? [] : [rowOf(what, actor, { object, seen })];
    return subjects.map((subject, index) => rowOf(what, actor, { subject, object, seen: index === 0 ? seen : null }));
  };
}

/** A visit of one account by the person who acts, as its first opening. */
export type VisitOpening = {
  readonly domainId: number;
  readonly subjectId: number;
  readonly actorId: number;
  /** The account that was used. */
  readonly userId: number;
  readonly sessionId: number;
  readonly reason: string | null;
};

/** The row of an account that is shown by a public call, which has no reader of its own. */
export function visitRow({ domainId, subjectId, actorId, userId, sessionId, reason }: VisitOpening): AccessRow {
  return {
    at: new Date().toISOString(),
    domain_id: domainId,
    subject_id: subjectId,
    actor_id: actorId,
    user_id: userId,
    session_id: sessionId,
    what: readingKinds.indexOf('profile'),
    object: '',
    seen: null,
    reason,
  };
}

type RowDetails = { subject?: number; object: string; seen: readonly number[] | null };

function rowOf(what: ReadingKind, actor: Actor, { subject, object, seen }: RowDetails): AccessRow {
  return {
    at: new Date().toISOString(),
    domain_id: actor.domainId,
    subject_id: subject ?? null,
    actor_id: actor.acting?.byId ?? actor.userId,
    user_id: actor.userId,
    session_id: actor.key === null ? sessionOf(actor) : -actor.key.id,
    what: readingKinds.indexOf(what),
    object: storable(object),
    seen,
    reason: actor.acting?.reason ?? null,
  };
}

// @NOTE the input was parsed by the schemas of the same route, whose types the list of handlers does not know.
function inputOf(input: Reading['input']): Parameters<NonNullable<NonNullable<Route['reads']>['subjects']>>[1] {
  return input as unknown as Parameters<NonNullable<NonNullable<Route['reads']>['subjects']>>[1];
}

/** The number in the path, where it is not the person's. */
function numberOf({ params }: Reading['input'], subjects: readonly number[]): string {
  const id = (params as { id?: unknown }).id;
  return typeof id === 'number' && !subjects.includes(id) ? String(id) : '';
}

/** The row of a call that an inspector made; `subject` is left out where no sample was shown. */
export function inspectorRow(
  what: ReadingKind,
  reader: {
    readonly domainId: number;
    readonly inspectionId: number;
    readonly sessionId: number;
    readonly reason: string;
  },
  { subject, object, seen = null }: { subject?: number; object: string; seen?: readonly number[] | null },
): AccessRow {
  return {
    at: new Date().toISOString(),
    domain_id: reader.domainId,
    subject_id: subject ?? null,
    actor_id: null,
    user_id: null,
    session_id: reader.sessionId,
    inspection_id: reader.inspectionId,
    what: readingKinds.indexOf(what),
    object: storable(object),
    seen,
    reason: reader.reason,
  };
}

/** PostgreSQL stores neither a zero byte nor half a character. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, LONGEST_OBJECT).toWellFormed();
}
