import { createImport, listImports } from '@vialkeep/contract/imports.ts';
import type { DomainId, ImportId } from '@vialkeep/contract/kernel/ids.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { RadioField } from '../../ui/form/fields/radio-cards.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { importsTexts } from './imports.texts.ts';

const texts = importsTexts.create;

type Domains = readonly { readonly id: DomainId; readonly name: string }[];

type Props = {
  /** The sites to choose from; null while the dialog is closed. */
  domains: Domains | null;
  onBegun: (id: ImportId) => void;
  onClose: () => void;
};

export function NewImport({ domains, onBegun, onClose }: Props) {
  return (
    <FormModal opened={domains !== null} title={texts.title} onClose={onClose}>
      {domains && <ImportForm domains={domains} onBegun={onBegun} onClose={onClose} />}
    </FormModal>
  );
}

function ImportForm({ domains, onBegun, onClose }: Omit<Props, 'domains'> & { domains: Domains }) {
  const [first] = domains;
  const form = useRouteForm(createImport, { name: '', domain: first?.id, missing_email: 'refuse' });
  const command = useCommand(createImport, { refreshes: [listImports], onDone: ({ id }) => onBegun(id) });
  return (
    <Form form={form} command={command} label={texts.title} onSubmit={(body) => command.run({ body })}>
      <Fields>
        <TextField name="name" label={texts.name} help={texts.nameHelp} autoComplete="off" maxLength={100} required />
        {domains.length > 1 && (
          <SelectField
            name="domain"
            label={texts.site}
            options={domains.map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
        )}
        <RadioField name="missing_email" label={texts.missingEmail} choices={texts.missingEmails} />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
