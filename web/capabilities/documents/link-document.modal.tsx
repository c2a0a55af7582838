import { Text } from '@mantine/core';
import { type ListedDocument, linkDocument } from '@vialkeep/contract/documents.ts';
import { type DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listPatientOptions, MOST_OPTIONS } from '@vialkeep/contract/network.ts';
import { z } from 'zod';
import { call } from '../../kernel/api/api.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { EntitySelect } from '../../ui/form/fields/entity-select.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import type { EntitySource } from '../../ui/form/state/use-entity-list.ts';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { personOf } from './document-labels.ts';
import { documentRoutes } from './document-routes.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.linking;

type Props = {
  /** The document to link; null while the modal is closed. */
  document: ListedDocument | null;
  onClose: () => void;
};

/** Links a document to a patient (F149). */
export function LinkDocument({ document, onClose }: Props) {
  return (
    <FormModal opened={document !== null} title={texts.title} onClose={onClose}>
      {document && <LinkForm key={document.id} document={document} onDone={onClose} />}
    </FormModal>
  );
}

// The field is empty at first and is required to submit.
const Chosen = z.object({
  patient: UserId.nullable().refine((patient) => patient !== null, texts.choose),
});

function LinkForm({ document, onDone }: { document: ListedDocument; onDone: () => void }) {
  const notices = useNotices();
  const form = useSchemaForm(Chosen, { patient: null });
  const command = useCommand(linkDocument, {
    refreshes: documentRoutes,
    onDone: () => notices.success(texts.linked, { onSucceeded: onDone }),
  });
  const { name, email } = personOf(document);
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={({ patient }) => command.run({ params: { id: document.id }, body: { patient: UserId.parse(patient) } })}
    >
      <Fields>
        <Text>{texts.question}</Text>
        <Facts
          facts={[
            [texts.file, document.name],
            [document.patient_desc.length > 0 ? texts.now : texts.signer, `${name}, ${email}`],
          ]}
        />
        <EntitySelect name="patient" label={texts.patient} source={patientOptions(document.domain.id)} required />
      </Fields>
      <FormActions>
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Submit>{texts.confirm}</Submit>
      </FormActions>
    </Form>
  );
}

/**
 * The patients' list feeds this select (U-12). It is limited to the document's site; the server refuses links across
 * sites.
 */
function patientOptions(domainId: DomainId): EntitySource {
  return {
    search: {
      name: `patients of site ${domainId}`,
      ask: async (search, signal) => {
        const found = await call(listPatientOptions, { query: { search, domain_id: String(domainId) }, signal });
        const options = found.map(({ id, first_name, last_name }) => ({
          value: id,
          label: `#${id} - ${first_name} ${last_name}`,
        }));
        return { options, more: options.length >= MOST_OPTIONS };
      },
    },
  };
}
