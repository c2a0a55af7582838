import { listPrivacyRequests } from '@vialkeep/contract/privacy.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { presentAdministeredRequest } from './privacy.present.ts';
import { isDueSoon, requestsSeenBy, requestsToList } from './privacy.queries.ts';

type Query = Call<typeof listPrivacyRequests>['query'];

export const listPrivacyRequestsHandler = handle(listPrivacyRequests, async ({ actor, db, query }) => {
  const [rows, { count }] = await Promise.all([
    requestsToList(db, actor)
      .where(matching(query))
      .orderBy(sql`privacy_requests.state not in ('received', 'in_review')`)
      .orderBy(sql`case when privacy_requests.state in ('received', 'in_review') then privacy_requests.due_on end`)
      .orderBy('privacy_requests.id', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    countRequests(db, actor, query),
  ]);
  return { results: rows.map((row) => presentAdministeredRequest(actor, row)), count };
});

function countRequests(db: Db, actor: Actor, query: Query) {
  return requestsSeenBy(db, actor)
    .where(matching(query))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

function matching({ state, kind, due }: Query) {
  return sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(state === undefined ? [] : [sql`privacy_requests.state = ${state}`]),
      ...(kind === undefined ? [] : [sql`privacy_requests.kind = ${kind}`]),
      ...(due === undefined ? [] : [isDueSoon()]),
    ],
    sql` and `,
  )}`;
}
