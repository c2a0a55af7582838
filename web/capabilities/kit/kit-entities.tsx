import { z } from 'zod';
import { useNotices } from '../../ui/feedback/notices.ts';
import { EntityMultiSelect, EntitySelect } from '../../ui/form/fields/entity-select.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { entityMatches } from '../../ui/form/state/entity-list.ts';
import type { EntitySource } from '../../ui/form/state/use-entity-list.ts';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { kitPeople } from './kit-people.ts';
import { after } from './kit-waits.ts';

const Relations = z.object({
  harvest_center: z.number().nullable(),
  sales_rep: z.number({ error: 'Choose a sales rep.' }),
  sales_managers: z.array(z.number()),
});

const FOUND_AT_ONCE = 8;
const SEARCHING_MS = 500;

const people = kitPeople.map(({ id, name, company }) => {
  const [first_name, last_name] = name.split(' ');
  return { id, first_name, last_name, company };
});
const centers = Array.from({ length: 120 }, (_, at) => ({ id: 412 + at, company: `Center ${at + 1}` }));

export function KitEntities() {
  const notices = useNotices();
  const form = useSchemaForm(Relations, { harvest_center: 600, sales_rep: null as never, sales_managers: [9001] });
  return (
    <Form form={form} label="Relations" onSubmit={async () => notices.success('Record has been updated!')}>
      <Fields columns={2}>
        <EntitySelect
          name="harvest_center"
          label="Center of 120"
          source={{ options: centers }}
          chosen={{ id: 600, company: 'Closed Center' }}
        />
        <EntitySelect name="sales_rep" label="Rep from a server" source={somewhereElse} required />
        <EntityMultiSelect
          name="sales_managers"
          label="Managers from a server"
          source={somewhereElse}
          chosen={[{ id: 9001, first_name: 'Olga', last_name: 'Brandt' }]}
        />
      </Fields>
      <FormActions>
        <Submit>Submit</Submit>
      </FormActions>
    </Form>
  );
}

/** Fakes a slow server that sends a few entries at a time. */
const somewhereElse: EntitySource = {
  search: {
    name: 'kit-people',
    ask: async (typed) => {
      await after(SEARCHING_MS);
      const matches = people.filter((person) => entityMatches(person, typed));
      return { options: matches.slice(0, FOUND_AT_ONCE), more: matches.length > FOUND_AT_ONCE };
    },
  },
};
