import { listUsersByMembership, MOST_OPTIONS, type RelationKind, relationRules } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { ordersOwnVials } from '@vialkeep/contract/products.ts';
import type { UserDetails } from '@vialkeep/contract/users.ts';
import { call } from '../../../kernel/api/api.ts';
import { EntityMultiSelect, EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { FieldGroup, Fields } from '../../../ui/form/layout/form-layout.tsx';
import { useFormContext } from '../../../ui/form/state/form-context.ts';
import type { EntitySource } from '../../../ui/form/state/use-entity-list.ts';
import { SalesLineOfCenter, SalesLineOfSellers } from '../list/sales-line.tsx';
import { usersTexts } from '../users.texts.ts';
import { relationFields } from './user-values.ts';

/** Whom a user of this plan may belong to, as the contract's rules have it. */
export function RelationFields({ plan, user }: { plan: Plan; user: UserDetails }) {
  // @NOTE Object.entries forgets that the keys of the rules are the kinds.
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

/** 3-administration 2.5: a patient's sales rep is shown and not chosen. */
function isShownOnly(plan: Plan, kind: RelationKind): boolean {
  return plan === Plan.generalMember && kind === 'rep';
}

/** Nobody belongs to somebody of another site, so only those of the user's own are offered. */
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
