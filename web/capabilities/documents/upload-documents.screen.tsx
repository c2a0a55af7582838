import { Stack, Text } from '@mantine/core';
import { fileSignedDocuments, PatientDocumentKind, uploadSignedDocument } from '@vialkeep/contract/documents.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useCurrentSession, useMay } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { FileField } from '../../ui/form/fields/file-field.tsx';
import { EmailField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { documentRoutes } from './document-routes.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.upload;

/** Uploads documents that a patient signed on paper (F075). */
export function UploadDocumentsScreen() {
  const isKnown = useCurrentSession() !== null;
  const mayUpload = useMay('documents.upload');
  const [saved, setSaved] = useState(0);
  const [isTold, setTold] = useState(true);

  function done() {
    setTold(false);
    setSaved(saved + 1);
  }

  return (
    <Screen title={texts.title} status={texts.lead}>
      <Card>
        {/* Each upload starts with an empty form, so that a saved document is not sent again. */}
        {mayUpload ? <UploadForm key={saved} onSaved={done} /> : isKnown && <Text>{texts.notYours}</Text>}
      </Card>
      <MessageModal
        opened={!isTold}
        title={texts.title}
        close={texts.close}
        other={<LinkButton to={linkTo(addresses.dashboard)}>{texts.dashboard}</LinkButton>}
        onClose={() => setTold(true)}
      >
        {texts.uploaded}
      </MessageModal>
    </Screen>
  );
}

function UploadForm({ onSaved }: { onSaved: () => void }) {
  const { id } = useUser();
  const [pages, setPages] = useState<Partial<Record<PatientDocumentKind, number>>>({});
  const form = useRouteForm(fileSignedDocuments, {
    harvest_center_id: id,
    name: '',
    email: '',
    attestation: null,
    processing: null,
    storage: null,
  });
  const command = useCommand(fileSignedDocuments, { refreshes: documentRoutes, onDone: onSaved });
  return (
    <Form form={form} command={command} onSubmit={(body) => command.run({ body })} label={texts.title}>
      <Stack gap="lg">
        <Fields columns={2}>
          <TextField name="name" label={texts.name} autoComplete="off" required />
          <EmailField name="email" label={texts.email} autoComplete="off" required />
        </Fields>
        <Fields>
          {PatientDocumentKind.options.map((kind) => (
            <FileField
              key={kind}
              route={uploadSignedDocument}
              input={{ body: { type: kind } }}
              label={documentsTexts.titles[kind]}
              help={pages[kind] === undefined ? undefined : `${texts.pages(pages[kind])} ·`}
              onUploaded={(answer) => {
                form.setFieldValue(kind, answer.filename);
                setPages((known) => ({ ...known, [kind]: answer.pages }));
              }}
            />
          ))}
        </Fields>
      </Stack>
      <FormActions>
        <Submit busyText={texts.busy}>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
