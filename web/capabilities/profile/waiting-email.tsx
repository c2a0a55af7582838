import { Group, Text } from '@mantine/core';
import { readOwnEmail, resendEmailLetter, withdrawEmailChange } from '@vialkeep/contract/email-changes.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.profile;

/** Shown under the email: the new address that waits for confirmation, or that the address is unconfirmed. */
export function WaitingEmail() {
  const { data } = useApi(readOwnEmail, {});
  const notices = useNotices();
  const told = {
    refreshes: [readOwnEmail],
    onDone: ({ message }: { message: string }) => notices.success(message),
    onRefused: ({ message }: { message: string }) => notices.error(message),
  };
  const resend = useCommand(resendEmailLetter, told);
  const withdraw = useCommand(withdrawEmailChange, told);
  if (!data || (data.pending === null && data.verified)) return null;

  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {formatPendingEmail(data)}
      </Text>
      <Group gap="xs">
        <Button size="xs" busy={resend.busy} onClick={() => void resend.run({})}>
          {texts.resend}
        </Button>
        {data.pending && (
          <Button size="xs" busy={withdraw.busy} onClick={() => void withdraw.run({})}>
            {texts.withdraw}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function formatPendingEmail({ pending }: Answer<typeof readOwnEmail>): string {
  if (pending === null) return texts.notConfirmed;
  const { email, needs } = pending;
  if (!needs.includes('new')) return texts.waitingForOld(email);
  return needs.includes('old') ? texts.waitingForBoth(email) : texts.waitingFor(email);
}
