import { Navigate, useNavigate } from '@tanstack/react-router';
import { currentSession, login, type SecondStep } from '@vialkeep/contract/session.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call } from '../../kernel/api/api.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { hasPasskeys } from '../../kernel/has-passkeys.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { consumeRedirect } from '../../kernel/navigation/page-registry.ts';
import { requiredPage } from '../../kernel/session/required-page.ts';
import { loginMessage, openSession, type StoredSession, storedSession } from '../../kernel/session/session.ts';
import { LOGIN_REDIRECT_MS } from '../../kernel/timings.ts';
import { ActionLink, TextLink } from '../../ui/actions/link.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { EmailField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import classes from './login.module.css';
import { sessionTexts } from './session.texts.ts';

// Few accounts need it, so it is not part of the first load.
const SecondStepForm = lazy(async () => ({ default: (await import('./second-step.form.tsx')).SecondStepForm }));

const texts = sessionTexts.login;

type Opened = StoredSession & { message: string };

export function LoginScreen() {
  const notices = useNotices();
  // A user who was redirected here sees the reason; any other logged-in user leaves this page.
  const [wasLoggedIn] = useState(() => storedSession() !== null && loginMessage() === null);
  const [welcome, setWelcome] = useState(false);
  const [second, setSecond] = useState<SecondStep['next'] | null>(null);
  const enter = ({ token, user, message }: Opened) => {
    openSession({ token, user });
    setWelcome(true);
    notices.success(message);
  };
  const form = useRouteForm(login, { email: '', password: '' });
  const command = useCommand(login, {
    onDone: (answer) => {
      if (answer.token !== null) return enter(answer);
      form.setFieldValue('password', '');
      setSecond(answer.next);
    },
  });
  const passkey = usePasskeyLogin(enter);

  useEffect(() => {
    const message = loginMessage();
    if (message) notices.info(message);
  }, [notices]);
  useGoOn(welcome);

  if (wasLoggedIn) return <Navigate {...consumeRedirect()} replace />;
  return (
    <FullScreenCard
      background="purplePink"
      title={texts.title}
      lead={second ? sessionTexts.secondStep.lead : undefined}
    >
      {second ? (
        <Suspense>
          <SecondStepForm
            next={second}
            isDone={welcome}
            onOpened={enter}
            onBack={(message) => {
              setSecond(null);
              if (message) notices.error(message);
            }}
          />
        </Suspense>
      ) : (
        <Form form={form} command={command} onSubmit={(body) => command.run({ body })} label={texts.title}>
          <Fields>
            <EmailField name="email" label={texts.login} autoComplete="username" required autoFocus />
            <PasswordField name="password" label={texts.password} autoComplete="current-password" required />
          </Fields>
          <FormActions>
            <div className={classes.links}>
              <TextLink to={linkTo(addresses.forgotPassword)}>{texts.forgot}</TextLink>
              {hasPasskeys() && (
                <ActionLink busy={passkey.busy || welcome} onClick={() => void passkey.logIn()}>
                  {texts.passkey}
                </ActionLink>
              )}
            </div>
            <Submit disabled={welcome}>{texts.submit}</Submit>
          </FormActions>
        </Form>
      )}
    </FullScreenCard>
  );
}

/** Logs in without e-mail and password. The code for it is loaded when it is used. */
function usePasskeyLogin(onOpened: (opened: Opened) => void) {
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  const logIn = async () => {
    setBusy(true);
    const { logInWithPasskey } = await import('./passkey-login.ts');
    const { opened, problem } = await logInWithPasskey();
    setBusy(false);
    if (opened) onOpened(opened);
    else notices.error(problem);
  };
  return { busy, logIn };
}

/** Leaves the login page after the pause in which the welcome is shown. */
function useGoOn(welcome: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!welcome) return;
    const first = findRequiredPage();
    let hasLeft = false;
    const goOn = async () => {
      const landing = consumeRedirect();
      const required = await first;
      if (!hasLeft) void navigate(required ? linkTo(required) : landing);
    };
    const timer = setTimeout(() => void goOn(), LOGIN_REDIRECT_MS);
    return () => {
      hasLeft = true;
      clearTimeout(timer);
    };
  }, [welcome, navigate]);
}

/** Any other page would be refused and redirect back. If this request fails, the frame asks again. */
async function findRequiredPage() {
  try {
    return requiredPage(await call(currentSession, {}));
  } catch {
    return null;
  }
}
