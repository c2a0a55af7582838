import { relationRules } from '@vialkeep/contract/network.ts';
import { Plan, planNames } from '@vialkeep/contract/plans.ts';
import type { AdministratorChanges } from '@vialkeep/contract/profile.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { RelationKind } from '../../kernel/db/tables.generated.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { objectsOf, type RelationChanges, replaceRelations, type Subject } from '../network/index.ts';

/** The ids for one kind of relation, and the form field that named them. */
type Wanted = { readonly kind: RelationKind; readonly ids: readonly number[]; readonly field: string };

/** The fields for a single kind of relation. */
const fields = {
  harvest_center: 'center',
  referral_harvest_center: 'referral_center',
  processing_lab: 'lab',
  sales_rep: 'rep',
  sales_manager: 'manager',
  sales_distributor: 'distributor',
  sales_affiliate: 'affiliate',
} as const satisfies Partial<Record<keyof AdministratorChanges, RelationKind>>;

/** `related_users` lists all relations of the user; a separate field for one kind takes precedence. */
export async function changeRelations(
  work: Work,
  subject: Subject,
  changes: Pick<AdministratorChanges, keyof typeof fields | 'related_users'>,
): Promise<RelationChanges> {
  const named = Object.entries(fields).flatMap(([field, kind]): Wanted[] => {
    // @NOTE Object.entries loses the type of the keys.
    const given = changes[field as keyof typeof fields];
    return given === undefined ? [] : [{ kind, ids: asList(given), field }];
  });
  const listed = changes.related_users ? await byKind(work, subject, changes.related_users) : [];
  const wanted = [...named, ...listed.filter(({ kind }) => !named.some((other) => other.kind === kind))];

  const added: string[] = [];
  const ended: string[] = [];
  for (const { kind, ids, field } of wanted) {
    const related = await replaceRelations(work, subject, kind, ids, field, 'waiting stays');
    added.push(...related.added);
    ended.push(...related.ended);
  }
  return { added, ended };
}

function asList(given: number | readonly number[] | null): readonly number[] {
  if (given === null) return [];
  return typeof given === 'number' ? [given] : given;
}

/** Groups the listed users by the kind of relation that their plan has; a kind without a listed user becomes empty. */
async function byKind(work: Work, subject: Subject, given: readonly number[]): Promise<Wanted[]> {
  const ownRep = await ownRepOf(work, subject);
  const ids = given.filter((id) => id !== ownRep);
  const people =
    ids.length === 0
      ? []
      : await work.db
          .selectFrom('users')
          .select(['id', 'plan_id'])
          .where('id', '=', anyOf(ids))
          .where('domain_id', '=', subject.domainId)
          .where('removed_at', 'is', null)
          .execute();
  const planOf = new Map<number, Plan>(people.map(({ id, plan_id }) => [id, plan_id]));
  const kinds = Object.entries(relationRules[subject.plan] ?? {}).filter(
    ([kind]) => !(subject.plan === Plan.generalMember && kind === 'rep'),
  );
  for (const id of ids) {
    const plan = planOf.get(id);
    if (plan === undefined) throw unfit('There is no such active user on this site.');
    if (id === subject.id) throw unfit('Nobody can be related to themself.');
    if (!kinds.some(([, rule]) => rule.of === plan)) {
      throw unfit(`A ${planNames[subject.plan]} cannot belong to a ${planNames[plan]}.`);
    }
  }
  return kinds.map(([kind, rule]) => ({
    // @NOTE the keys of the rules are the kinds; Object.entries types them only as text.
    kind: kind as RelationKind,
    ids: ids.filter((id) => planOf.get(id) === rule.of),
    field: 'related_users',
  }));
}

/**
 * The documented form of a patient shows the sales rep and does not send it, so leaving the rep out ends nothing. A
 * client that returns the whole answer names the patient's own rep.
 */
async function ownRepOf(work: Work, subject: Subject): Promise<number | null> {
  if (subject.plan !== Plan.generalMember) return null;
  const own = (await objectsOf(work.db, [subject.id])).find(({ kind }) => kind === 'rep');
  return own?.id ?? null;
}

function unfit(message: string) {
  return refuse('invalid_input', { message, fields: ['related_users'] });
}
