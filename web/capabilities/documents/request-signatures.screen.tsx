import { Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { PatientDocumentKind, requestSignatures } from '@vialkeep/contract/documents.ts';
import { answerOf, CallAnswer } from '../../components/account/call-answer.tsx';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useCurrentSession, useMay } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { EmailField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { documentRoutes } from './document-routes.ts';
import classes from './documents.module.css';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.request;

/** Emails a patient a request to sign the three documents (F074). */
export function RequestSignaturesScreen() {
  const isKnown = useCurrentSession() !== null;
  const mayRequest = useMay('documents.request');
  return (
    <Screen
      title={texts.title}
      status={texts.lead}
      actions={<LinkButton to={linkTo(addresses.patientsSignatures)}>{texts.toList}</LinkButton>}
    >
      <div className={classes.twoColumns}>
        <Card>{mayRequest ? <RequestForm /> : isKnown && <Text>{texts.notYours}</Text>}</Card>
        <Card title={texts.what}>
          <Papers />
        </Card>
      </div>
    </Screen>
  );
}

function RequestForm() {
  const { id } = useUser();
  const notices = useNotices();
  const form = useRouteForm(requestSignatures, { harvest_center_id: id, name: '', email: '' });
  const command = useCommand(requestSignatures, {
    refreshes: documentRoutes,
    onDone: () => {
      form.reset();
      notices.success(texts.sent);
    },
  });
  return (
    <>
      <Form form={form} command={command} quiet onSubmit={(body) => command.run({ body })} label={texts.title}>
        <Fields>
          <TextField name="name" label={texts.name} autoComplete="off" required />
          <EmailField name="email" label={texts.email} autoComplete="off" required />
        </Fields>
        {command.busy && <WaitingState text={texts.busy} skeleton={null} />}
        <FormActions>
          <Submit>{texts.submit}</Submit>
        </FormActions>
      </Form>
      <MessageModal opened={command.refusal !== null} title={texts.notSent} onClose={() => command.reset()}>
        {command.refusal && <CallAnswer {...answerOf(command.refusal)} />}
      </MessageModal>
    </>
  );
}

/** The documents that the patient is asked to sign. */
function Papers() {
  return (
    <ul className={classes.papers}>
      {PatientDocumentKind.options.map((kind) => (
        <li key={kind} className={classes.paper}>
          <IconFileText size={20} stroke={1.6} aria-hidden />
          <span className={classes.paperTitle}>{documentsTexts.titles[kind]}</span>
          <span className={classes.paperAbout}>{texts.about[kind]}</span>
        </li>
      ))}
    </ul>
  );
}
