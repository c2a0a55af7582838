import { Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { readOwnEmail, resendEmailLetter } from '@vialkeep/contract/email-changes.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useEffect } from 'react';
import { failureOf } from '../../../kernel/api/failure.ts';
import { refresh, useApi, useCommand } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { renewStoredUser, useCurrentSession } from '../../../kernel/session/current-session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { factorsTexts } from './factors.texts.ts';

const texts = factorsTexts.email;

/** The page to which all others lead until the user has confirmed their address. */
export function EmailNotConfirmedScreen() {
  const email = useApi(readOwnEmail, {});
  const notices = useNotices();
  const navigate = useNavigate();
  const mustVerify = useCurrentSession()?.must_verify_email ?? true;
  const resend = useCommand(resendEmailLetter, {
    onDone: ({ message }) => notices.success(message),
    onRefused: ({ message }) => {
      notices.error(message);
      void refresh([currentSession]);
    },
  });
  // The link of the letter may have been opened in another tab or on another device.
  useEffect(() => {
    if (!mustVerify) void navigate({ ...linkTo(addresses.dashboard), replace: true });
  }, [mustVerify, navigate]);
  const check = async () => {
    try {
      const session = await renewStoredUser();
      if (session.must_verify_email) notices.info(texts.notYet);
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
    }
  };

  return (
    <Screen title={texts.title} status={texts.status}>
      <Card narrow>
        <Loaded query={email} loading={texts.loading} failed={texts.failed}>
          {(answer) => (
            <>
              <p>{texts.lead(answer.email)}</p>
              <Group>
                <Button kind="primary" onClick={() => void check()}>
                  {texts.check}
                </Button>
                <Button busy={resend.busy} onClick={() => void resend.run({})}>
                  {texts.resend}
                </Button>
              </Group>
            </>
          )}
        </Loaded>
      </Card>
    </Screen>
  );
}
