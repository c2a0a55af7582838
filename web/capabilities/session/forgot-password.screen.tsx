import { useLocation } from '@tanstack/react-router';
import { resetPassword } from '@vialkeep/contract/session.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton, TextLink } from '../../ui/actions/link.tsx';
import { EmailField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { sessionTexts } from './session.texts.ts';

const texts = sessionTexts.forgot;

export function ForgotPasswordScreen() {
  const [result, setResult] = useState<string | null>(null);
  const form = useRouteForm(resetPassword, { email: useEmailInAddress() });
  const command = useCommand(resetPassword);

  return (
    <FullScreenCard background="purplePink" title={texts.title}>
      <Form
        form={form}
        command={command}
        quiet
        label={texts.title}
        onSubmit={async (body) => {
          const answer = await command.run({ body });
          if (answer) setResult(answer.message);
          return answer;
        }}
      >
        <Fields>
          <EmailField name="email" label={texts.email} help={texts.help} required autoFocus />
        </Fields>
        <FormActions>
          <TextLink to={linkTo(addresses.login)}>{texts.back}</TextLink>
          <Submit>{texts.submit}</Submit>
        </FormActions>
      </Form>
      <MessageModal
        opened={result !== null || command.refusal !== null}
        title={texts.title}
        close={texts.close}
        other={<LinkButton to={linkTo(addresses.login)}>{texts.toLogin}</LinkButton>}
        onClose={() => {
          setResult(null);
          command.reset();
        }}
      >
        {result ?? command.refusal?.message}
      </MessageModal>
    </FullScreenCard>
  );
}

/** The letter of an invitation fills the field in. A fragment is not sent to the server, so no log has the address. */
function useEmailInAddress(): string {
  return new URLSearchParams(useLocation().hash).get('email') ?? '';
}
