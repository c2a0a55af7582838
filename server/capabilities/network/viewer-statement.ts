import type { CompiledQuery } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import type { Viewer } from './visibility.ts';

type OfViewer = { userId: number; domainId: number; scope: number };

/**
 * A statement about what an actor sees, built once for each plan: the conditions of a seller take longer to build than to
 * send.
 */
export function viewerStatement<Values extends object, Row>(
  build: (db: Db, viewer: Viewer, values: Placeholders<Values>) => { compile(db: Db): CompiledQuery<Row> },
): (db: Db, actor: Actor, values: Values) => Promise<Row[]> {
  const create = ({ plan, scope }: Actor) =>
    statement((db, places: Placeholders<Values & OfViewer>) => {
      const { userId, domainId } = places;
      return build(db, { plan, userId, domainId, scope: scope === 'platform' ? scope : places.scope }, places);
    });
  const byKind = new Map<string, ReturnType<typeof create>>();
  return (db, actor, values) => {
    const kind = `${actor.plan} ${actor.scope === 'platform'}`;
    const known = byKind.get(kind) ?? create(actor);
    byKind.set(kind, known);
    const { userId, domainId, scope } = actor;
    return known(db, { ...values, userId, domainId, scope: scope === 'platform' ? 0 : scope });
  };
}
