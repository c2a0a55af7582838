import { Text } from '@mantine/core';
import type { CenterName } from '@vialkeep/contract/centers.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listUsersByMembership, MOST_OPTIONS } from '@vialkeep/contract/network.ts';
import { useRef } from 'react';
import { z } from 'zod';
import { call } from '../../kernel/api/api.ts';
import type { Failure } from '../../kernel/api/failure.ts';
import { EntityMultiSelect } from '../../ui/form/fields/entity-select.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import type { EntitySource } from '../../ui/form/state/use-entity-list.ts';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { centerName } from './center-labels.ts';
import { LinkPicture } from './link-picture.tsx';
import { plannedLinks } from './planned-links.ts';

type Props = {
  /** The name of the linked user as shown in the list. */
  whom: string;
  domainId: number;
  linked: readonly CenterName[];
  pending?: readonly CenterName[];
  /** Describes the links that wait for approval. */
  note?: string;
  /** The wire name of the centers field, so that a refusal is shown at this field. */
  field: string;
  texts: { modal: string; field: string; help: string; save: string };
  command: { busy: boolean; refusal: Failure | null };
  onSave: (centers: readonly UserId[]) => Promise<unknown>;
};

const Chosen = z.record(z.string(), z.array(UserId));

/** Chooses the centers that a user is linked to, and previews what saving changes. */
export function LinkForm({ whom, domainId, linked, pending = [], note, field, texts, command, onSave }: Props) {
  const start = [...linked, ...pending];
  const form = useSchemaForm(Chosen, { [field]: start.map(({ id }) => id) });
  const names = useRef(new Map<number, string>());
  for (const { id, company } of start) names.current.set(id, company);
  const chosen = (form.getValues()[field] ?? []).map((id) => ({
    id: UserId.parse(id),
    company: names.current.get(id) ?? '',
  }));

  return (
    <Form
      form={form}
      command={command}
      label={texts.modal}
      onSubmit={(values) => onSave((values[field] ?? []).map((id) => UserId.parse(id)))}
    >
      <Fields>
        {note && (
          <Text size="sm" role="note">
            {note}
          </Text>
        )}
        <EntityMultiSelect
          name={field}
          label={texts.field}
          help={texts.help}
          chosen={start.map(optionOf)}
          source={centersOf(domainId, (found) => {
            for (const { id, company } of found) names.current.set(id, company);
          })}
        />
        <LinkPicture whom={whom} links={plannedLinks({ linked, pending, chosen })} />
      </Fields>
      <FormActions>
        <Submit>{texts.save}</Submit>
      </FormActions>
    </Form>
  );
}

/** Offers only centers of the same site; the server refuses links across sites. */
function centersOf(domainId: number, onFound: (found: readonly CenterName[]) => void): EntitySource {
  return {
    search: {
      name: `centers of site ${domainId}`,
      ask: async (typed, signal) => {
        const query = { membership: 4, domain_id: domainId, search: typed };
        const options = await call(listUsersByMembership, { query, signal });
        const found = options.map(({ id, label }) => ({ id, company: label }));
        onFound(found);
        return { options: found.map(optionOf), more: options.length >= MOST_OPTIONS };
      },
    },
  };
}

function optionOf(center: CenterName) {
  return { value: center.id, label: centerName(center) };
}
