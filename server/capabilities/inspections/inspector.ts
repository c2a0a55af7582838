import { closeInspection, INSPECTION_IDLE_MINUTES } from '@vialkeep/contract/inspections.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { sql } from 'kysely';
import { filterFormatOf } from '../../kernel/access/format-filter.ts';
import { inspectorRow } from '../../kernel/access/reading.ts';
import type { Db } from '../../kernel/db/db.ts';
import {
  type AnswerOf,
  type FileAnswer,
  type Handler,
  handlePublic,
  type PublicCall,
  type RequestFacts,
  withRateLimit,
} from '../../kernel/http/handle.ts';
import { Refusal, refuseBy } from '../../kernel/http/refuse.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { secretHash } from '../../kernel/secrets/secrets.ts';
import type { Services } from '../../kernel/services.ts';

/** The holder of a session, and what the inspection lets them see. */
export type Inspector = {
  readonly inspectionId: number;
  readonly sessionId: number;
  readonly domainId: DomainId;
  readonly agency: string;
  readonly inspectorName: string;
  readonly reason: string;
  /** Null for every patient of the site. */
  readonly patientIds: readonly number[] | null;
  readonly withNames: boolean;
  readonly endsAt: Date;
};

/** What a call has shown, for its opening. */
type Shown = { subject?: number; object?: string; seen?: readonly number[] };

export type InspectorCall<R extends Route> = PublicCall<R> & {
  readonly inspector: Inspector;
  /** Reads of the inspected site, in one transaction that can write nothing. */
  readonly read: <T>(task: (db: Db) => Promise<T>) => Promise<T>;
  /** Says what the answer shows. */
  readonly note: (shown: Shown) => void;
};

/**
 * Binds a call of an inspector. The token must be of a running inspection of this site; the call is answered after its
 * opening is recorded, also where it is refused.
 */
export function handleInspector<R extends Route>(
  route: R,
  run: (call: InspectorCall<R>) => Promise<AnswerOf<R>>,
): Handler<R> {
  if (!route.inspector) throw new Error(`${route.path} is not for inspectors.`);
  const formatFilter = filterFormatOf(route);
  const answer = async (call: PublicCall<R>): Promise<AnswerOf<R>> => {
    const { request, services } = call;
    const inspector = await requireInspector(services, request);
    let shown: Shown = {};
    const record = () =>
      services.accessRecords.record(
        [
          inspectorRow(route.reads?.what ?? 'log', inspector, {
            object: `${route.method} ${route.path} ${formatFilter(call)}`.trimEnd(),
            ...shown,
          }),
        ],
        false,
      );
    try {
      const result = await run({
        ...call,
        inspector,
        read: (task) => services.store.readOnly(inspector.domainId, task),
        note: (those) => {
          shown = those;
        },
      });
      await record().catch((error: unknown) => {
        if (route.answersFile) closeUnsent(result as FileAnswer);
        throw error;
      });
      return result;
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) await record();
      throw error;
    }
  };
  return {
    ...withRateLimit(handlePublic(route, answer), inspectorCalls),
    recordRefused: recorderOfRefused(route, formatFilter),
  };
}

/** Records the calls of a valid token that the rate limit or the shape of the input refuses. */
function recorderOfRefused(
  { method, path, reads }: Route,
  formatFilter: ReturnType<typeof filterFormatOf>,
): NonNullable<Handler['recordRefused']> {
  return async ({ services, request, input }) => {
    const inspector = await findInspector(services, request);
    if (!inspector) return;
    const object = `${method} ${path} ${formatFilter(input)}`.trimEnd();
    const row = inspectorRow(reads?.what ?? 'log', inspector, { object });
    await services.accessRecords.record([row], false);
  };
}

/** The holder of a valid token; null for every other caller, whose refusal stays as it is. */
async function findInspector(services: Services, request: RequestFacts): Promise<Inspector | null> {
  try {
    return await requireInspector(services, request);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function closeUnsent(file: FileAnswer): void {
  if ('stream' in file) file.stream.destroy();
}

/** The rate limit of one network, for all calls of inspectors together. */
function inspectorCalls(): Limit {
  return { bucket: 'inspection', most: 600, minutes: 10 };
}

async function requireInspector(services: Services, { inspectionToken, site }: RequestFacts): Promise<Inspector> {
  const session = inspectionToken === null ? null : await findInspectionSession(services, inspectionToken, site.id);
  if (!session) throw refuseBy(closeInspection, 'session_over');
  if (session.is_over) throw refuseBy(closeInspection, 'inspection_over');
  if (session.is_left) throw refuseBy(closeInspection, 'session_over');
  if (session.seen_long_ago) await markSeen(services, session.session_id);
  return {
    inspectionId: session.id,
    sessionId: session.session_id,
    domainId: DomainId.parse(session.domain_id),
    agency: session.agency,
    inspectorName: session.name,
    reason: session.reason,
    patientIds: session.patient_ids,
    withNames: session.with_names,
    endsAt: session.ends_at,
  };
}

async function findInspectionSession({ store }: Services, token: string, siteId: number) {
  return store
    .read('platform')
    .selectFrom('inspection_sessions as session')
    .innerJoin('inspections', 'inspections.id', 'session.inspection_id')
    .select([
      'inspections.id',
      'inspections.domain_id',
      'inspections.agency',
      'inspections.name',
      'inspections.reason',
      'inspections.patient_ids',
      'inspections.with_names',
      'inspections.ends_at',
      'session.id as session_id',
      sql<boolean>`inspections.ended_at is not null or inspections.ends_at <= now()`.as('is_over'),
      sql<boolean>`session.ended_at is not null
        or session.last_seen_at < now() - make_interval(mins => ${INSPECTION_IDLE_MINUTES})`.as('is_left'),
      sql<boolean>`session.last_seen_at < now() - interval '1 minute'`.as('seen_long_ago'),
    ])
    .where('session.token_hash', '=', secretHash(token))
    .where('inspections.domain_id', '=', siteId)
    .executeTakeFirst();
}

async function markSeen({ store }: Services, sessionId: number): Promise<void> {
  await store.unaudited('last-seen times keep a session from idling out', async (db) => {
    await db.updateTable('inspection_sessions').set({ last_seen_at: sql`now()` }).where('id', '=', sessionId).execute();
  });
}
