import { listUsersByMembership, MOST_OPTIONS, type RelationKind, relationRules } from '@vialkeep/contract/network.ts';
import { ordersOwnVials, Plan } from '@vialkeep/contract/plans.ts';
import type { UserDetails } from '@vialkeep/contract/users.ts';
import { call } from '../../../kernel/api/api.ts';
import { EntityMultiSelect, EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { FieldGroup, Fields } from '../../../ui/form/layout/form-layout.tsx';
import { useFormContext } from '../../../ui/form/state/form-context.ts';
import type { EntitySource } from '../../../ui/form/state/use-entity-list.ts';
import { SalesLineOfCenter, SalesLineOfSellers } from '../list/sales-line.tsx';
import { usersTexts } from '../users.texts.ts';
import { relationFields } from './user-values.ts';

/** The relations that the contract's rules allow for a plan. */
export function RelationFields({ plan, user }: { plan: Plan; user: UserDetails }) {
  // @NOTE Object.entries returns string keys; the keys of the rules are the kinds.
  const all = Object.entries(relationRules[plan] ?? {}).map(([kind, rule]) => ({ kind: kind as RelationKind, rule }));
  const tags = useFormContext().form.getValues().tags;
  const ordersVials = Array.isArray(tags) && ordersOwnVials({ plan, tags });
  const isGiven = (of: Plan) => user.related_users.some(({ subscription }) => subscription === of);
  const kinds = all
    .filter(({ kind }) => !isShownOnly(plan, kind))
    .filter(({ rule }) => !rule.forOrders || ordersVials || isGiven(rule.of));
  if (kinds.length === 0) return null;
  const has = (wanted: RelationKind) => kinds.some(({ kind, rule }) => kind === wanted && rule.single);

  return (
    <FieldGroup legend={usersTexts.details.relations}>
      <Fields columns={2}>
        {kinds.map(({ kind, rule }) => {
          const names = relationFields[kind];
          const chosen = user.related_users.filter(({ subscription }) => subscription === rule.of).map(optionOf);
          const field = { label: usersTexts.relation[kind], source: peopleOf(rule.of, user.domain.id) };
          return rule.single ? (
            <EntitySelect key={kind} name={names.one} chosen={chosen[0]} {...field} />
          ) : (
            <EntityMultiSelect key={kind} name={names.several} chosen={chosen} {...field} />
          );
        })}
      </Fields>
      {has('center') && <SalesLineOfCenter user={user} />}
      {has('rep') && <SalesLineOfSellers />}
    </FieldGroup>
  );
}

/** A patient's sales rep is shown and cannot be chosen (3-administration 2.5). */
function isShownOnly(plan: Plan, kind: RelationKind): boolean {
  return plan === Plan.generalMember && kind === 'rep';
}

/** Offers only users of the same site; the server refuses relations across sites. */
function peopleOf(plan: Plan, domainId: number): EntitySource {
  return {
    search: {
      name: `plan ${plan} of site ${domainId}`,
      ask: async (search, signal) => {
        const query = { membership: String(plan), domain_id: String(domainId), search };
        const found = await call(listUsersByMembership, { query, signal });
        return { options: found.map(optionOf), more: found.length >= MOST_OPTIONS };
      },
    },
  };
}

function optionOf(person: { id: number; first_name: string; last_name: string; company: string }) {
  const { id, first_name, last_name, company } = person;
  return { id, first_name, last_name, company };
}
