import { Navigate, useNavigate } from '@tanstack/react-router';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { useEffect, useState } from 'react';
import { call } from '../../kernel/api/api.ts';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { consumeRedirect } from '../../kernel/navigation/page-registry.ts';
import { loginMessage, openSession, storedSession } from '../../kernel/session/session.ts';
import { LOGIN_REDIRECT_MS } from '../../kernel/timings.ts';
import { TextLink } from '../../ui/actions/link.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { EmailField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import { sessionTexts } from './session.texts.ts';

const texts = sessionTexts.login;

export function LoginScreen() {
  const navigate = useNavigate();
  const notices = useNotices();
  // A user who was redirected here sees the reason; any other logged-in user leaves this page.
  const [wasLoggedIn] = useState(() => storedSession() !== null && loginMessage() === null);
  const [welcome, setWelcome] = useState(false);
  const form = useRouteForm(login, { email: '', password: '' });
  const command = useCommand(login, {
    onDone: ({ token, user, message }) => {
      openSession({ token, user });
      setWelcome(true);
      notices.success(message);
    },
  });

  useEffect(() => {
    const message = loginMessage();
    if (message) notices.info(message);
  }, [notices]);

  useEffect(() => {
    if (!welcome) return;
    const passwordFirst = mustChoosePassword();
    let hasLeft = false;
    const goOn = async () => {
      const landing = consumeRedirect();
      const to = (await passwordFirst) ? linkTo(addresses.password) : landing;
      if (!hasLeft) void navigate(to);
    };
    const timer = setTimeout(() => void goOn(), LOGIN_REDIRECT_MS);
    return () => {
      hasLeft = true;
      clearTimeout(timer);
    };
  }, [welcome, navigate]);

  if (wasLoggedIn) return <Navigate {...consumeRedirect()} replace />;
  return (
    <FullScreenCard background="purplePink" title={texts.title}>
      <Form form={form} command={command} onSubmit={(body) => command.run({ body })} label={texts.title}>
        <Fields>
          <EmailField name="email" label={texts.login} autoComplete="username" required autoFocus />
          <PasswordField name="password" label={texts.password} autoComplete="current-password" required />
        </Fields>
        <FormActions>
          <TextLink to={linkTo(addresses.forgotPassword)}>{texts.forgot}</TextLink>
          <Submit disabled={welcome}>{texts.submit}</Submit>
        </FormActions>
      </Form>
    </FullScreenCard>
  );
}

/** Any other page would be refused and redirect back. If this request fails, the frame asks again. */
async function mustChoosePassword(): Promise<boolean> {
  try {
    return (await call(currentSession, {})).must_change_password;
  } catch {
    return false;
  }
}
