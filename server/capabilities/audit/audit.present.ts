import type { AuditRow } from '@vialkeep/contract/audit.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { z } from 'zod';
import { maskTexts } from '../../kernel/audit/mask-texts.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { DataKey } from '../../kernel/secrets/data-key.ts';
import { isSealed, keysToRead, type PersonKey } from '../../kernel/secrets/person-keys.ts';
import { accountsById } from '../accounts/index.ts';

type Row = {
  domain_id: number;
  position: number;
  at: Date;
  site: string;
  actor_id: number | null;
  user_id: number | null;
  action: string;
  subject: string;
  subject_id: string;
  facts: unknown;
  request_id: string;
  address: string | null;
  device: string | null;
};

type People = ReadonlyMap<number, { id: number; name: string; plan: Plan; isErased: boolean }>;
type StoredChanges = z.infer<typeof Facts>['changes'];

const Facts = z.looseObject({
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).default({}),
  person: z.number().optional(),
});

export function presentAudit(row: Row, people: People, changes: StoredChanges): z.input<typeof AuditRow> {
  const { changes: _sealed, person: _person, origin_hash: _origin, ...facts } = Facts.parse(row.facts);
  const personOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  const isErased = [row.user_id, personIn(row)].some((id) => personOf(id)?.isErased);
  // Older rows have texts in clear, which the chain keeps from being overwritten.
  const mask = <T>(value: T): T => (isErased ? (maskTexts(value) as T) : value);
  return {
    id: `${row.domain_id}-${row.position}`,
    at: row.at.toISOString(),
    site: row.site,
    actor: personOf(row.actor_id),
    user: personOf(row.user_id),
    action: row.action,
    subject: row.subject,
    subject_id: row.subject_id,
    facts: mask(facts),
    changes: mask(changes),
    address: row.address,
    device: row.device,
    request_id: row.request_id,
  };
}

/**
 * Loads the users that the rows name. The connection's scope hides an administrator whose account is on another site.
 */
export function peopleOf(db: Db, rows: readonly Row[]): Promise<People> {
  return peopleById(
    db,
    rows.flatMap((row) => [row.actor_id, row.user_id, personIn(row)]),
  );
}

export async function peopleById(db: Db, ids: readonly (number | null)[]): Promise<People> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const people = await accountsById(db, known)
    .select(['id', 'username as name', 'plan_id as plan', 'erased_at'])
    .execute();
  return new Map(people.map(({ erased_at, ...person }) => [person.id, { ...person, isErased: erased_at !== null }]));
}

/** Returns the changes of each row; personal values are decrypted with the key of the user they are about. */
export async function readableChanges(
  db: Db,
  dataKey: DataKey,
  rows: readonly Pick<Row, 'facts' | 'subject' | 'subject_id'>[],
): Promise<readonly StoredChanges[]> {
  const parsed = rows.map((row) => ({ facts: Facts.parse(row.facts), personId: personIn(row) }));
  const ids = [...new Set(parsed.flatMap(({ personId }) => personId ?? []))];
  const keys = await keysToRead(db, dataKey, ids);
  return parsed.map(({ facts, personId }) => {
    const key = personId === null ? undefined : keys.get(personId);
    return Object.fromEntries(
      Object.entries(facts.changes).map(([field, { before, after }]) => [
        field,
        { before: readable(before, key), after: readable(after, key) },
      ]),
    );
  });
}

function personIn({ facts, subject, subject_id }: Pick<Row, 'facts' | 'subject' | 'subject_id'>): number | null {
  return Facts.parse(facts).person ?? (subject === 'user' && /^\d+$/.test(subject_id) ? Number(subject_id) : null);
}

function readable(value: unknown, key: PersonKey | undefined): unknown {
  if (!isSealed(value)) return value;
  return key ? key.unseal(value) : 'erased';
}
