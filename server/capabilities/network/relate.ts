import { type RelationRule, relationRules } from '@vialkeep/contract/network.ts';
import { planNames } from '@vialkeep/contract/plans.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { RelationKind } from '../../kernel/db/tables.generated.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import type { RelationChanges, Subject } from './end-relations.ts';
import { approveRelations, endRelations, insertRelations } from './open-relations.ts';

/** Whether pending requests that are not named end, or stay pending because the caller's form did not show them. */
export type Unnamed = 'waiting ends' | 'waiting stays';

/**
 * Makes exactly these users the subject's {kind}; other relations of the kind end and stay as history. A user who does
 * not fit is refused by the name of the form field, and nothing is written.
 */
export async function replaceRelations(
  work: Work,
  subject: Subject,
  kind: RelationKind,
  objectIds: readonly number[],
  field: string,
  unnamed: Unnamed = 'waiting ends',
): Promise<RelationChanges> {
  const wanted = [...new Set(objectIds)];
  const rule = relationRules[subject.plan]?.[kind];
  if (!rule) {
    if (wanted.length === 0) return { added: [], ended: [] };
    throw unfit(field, `A ${planNames[subject.plan]} cannot have one.`);
  }
  if (rule.single && wanted.length > 1) throw unfit(field, 'Choose one.');

  const current = await work.db
    .selectFrom('relations')
    .select(['id', 'object_id', 'approved_at'])
    .where('subject_id', '=', subject.id)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .forUpdate()
    .execute();
  const ended = current.filter(
    ({ object_id, approved_at }) => !wanted.includes(object_id) && (approved_at !== null || unnamed === 'waiting ends'),
  );
  const added = wanted.filter((id) => !current.some(({ object_id }) => object_id === id));
  // Naming a user whose request is pending approves the request (S-04).
  const granted = current.filter(({ object_id, approved_at }) => wanted.includes(object_id) && approved_at === null);
  // Inactive users stay related; only newly named ones must be active (U-35).
  await requireValidRelations(work, subject, added, rule, field);

  await endRelations(
    work,
    ended.map(({ id }) => id),
  );
  await approveRelations(
    work,
    granted.map(({ id }) => id),
  );
  await insertRelations(
    work,
    added.map((id) => ({ domain_id: subject.domainId, subject_id: subject.id, kind, object_id: id })),
  );
  return {
    added: [...added, ...granted.map(({ object_id }) => object_id)].map((id) => `${kind} ${id}`),
    ended: ended.map(({ object_id }) => `${kind} ${object_id}`),
  };
}

async function requireValidRelations(
  work: Work,
  subject: Subject,
  ids: readonly number[],
  rule: RelationRule,
  field: string,
): Promise<void> {
  if (ids.length === 0) return;
  if (ids.includes(subject.id)) throw unfit(field, 'Nobody can be related to themself.');
  const people = await work.db
    .selectFrom('users')
    .select(['id', 'plan_id'])
    .where('id', '=', anyOf(ids))
    .where('domain_id', '=', subject.domainId)
    .where('removed_at', 'is', null)
    .where('is_active', '=', true)
    // The row lock keeps their plan from changing while the relation is made.
    .forShare()
    .execute();
  if (people.length < ids.length) throw unfit(field, 'There is no such active user on this site.');
  if (people.some(({ plan_id }) => plan_id !== rule.of)) throw unfit(field, `Choose a ${planNames[rule.of]}.`);
}

function unfit(field: string, message: string) {
  return refuse('invalid_input', { message, fields: [field] });
}
