import { useNavigate } from '@tanstack/react-router';
import { acceptInvitation, openInvitation, renewInvitation } from '@vialkeep/contract/identity.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { NewPassword } from '@vialkeep/contract/kernel/text.ts';
import { z } from 'zod';
import { type Failure, Refused } from '../../kernel/api/failure.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { openSession } from '../../kernel/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextLink } from '../../ui/actions/link.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { FailureNote } from '../../ui/feedback/failure-note.tsx';
import { FailedState, WaitingState } from '../../ui/feedback/load-state.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import classes from './identity.module.css';
import { identityTexts } from './identity.texts.ts';
import { useLetterKey } from './use-email-key.ts';

const texts = identityTexts.invitation;
const over = identityTexts.over;

/** A user who follows an invitation link chooses a password here and is logged in. */
export function InvitationScreen() {
  const key = useLetterKey();
  const invitation = useApi(openInvitation, { body: { key } });
  if (invitation.data) return <Welcome letterKey={key} invitation={invitation.data} />;
  if (invitation.error instanceof Refused) return <Over letterKey={key} failure={invitation.error} />;
  return (
    <FullScreenCard title={texts.title}>
      {invitation.isError && !invitation.isFetching ? (
        <FailedState what={texts.failed} failure={invitation.error} onRetry={() => void invitation.refetch()} />
      ) : (
        <WaitingState text={texts.loading} />
      )}
    </FullScreenCard>
  );
}

const Choice = z.object({ password: NewPassword });

type WelcomeProps = { letterKey: string; invitation: Answer<typeof openInvitation> };

function Welcome({ letterKey, invitation }: WelcomeProps) {
  const navigate = useNavigate();
  const notices = useNotices();
  const form = useSchemaForm(Choice, { password: '' });
  const command = useCommand(acceptInvitation, {
    onDone: ({ token, user, message }) => {
      openSession({ token, user });
      notices.success(message);
      void navigate({ ...linkTo(addresses.dashboard), replace: true });
    },
  });
  const { refusal } = command;
  if (refusal instanceof Refused && refusal.reason === 'invitation_over') {
    return <Over letterKey={letterKey} failure={refusal} />;
  }
  return (
    <FullScreenCard title={texts.title} lead={texts.lead(invitation.name, invitation.site)}>
      <Form
        form={form}
        command={command}
        label={texts.title}
        onSubmit={({ password }) => command.run({ body: { key: letterKey, password }, anonymous: true })}
      >
        <Fields>
          <Facts facts={[[texts.email, invitation.email]]} />
          <PasswordField name="password" label={texts.password} autoComplete="new-password" withStrength required />
        </Fields>
        <FormActions>
          <Submit fullWidth>{texts.submit}</Submit>
        </FormActions>
      </Form>
    </FullScreenCard>
  );
}

function Over({ letterKey, failure }: { letterKey: string; failure: Failure }) {
  const renewal = useCommand(renewInvitation);
  const notices = useNotices();
  const renew = async () => {
    const answer = await renewal.run({ body: { key: letterKey }, anonymous: true });
    if (answer) notices.success(answer.message);
  };
  return (
    <FullScreenCard title={over.title} lead={failure.message}>
      <div className={classes.ways}>
        {renewal.refusal && <FailureNote>{renewal.refusal.message}</FailureNote>}
        <Button kind="primary" fullWidth busy={renewal.busy} onClick={() => void renew()}>
          {over.renew}
        </Button>
        <TextLink to={linkTo(addresses.login)}>{over.toLogin}</TextLink>
      </div>
    </FullScreenCard>
  );
}
