import { useLocation } from '@tanstack/react-router';
import { approveEmailChange, confirmEmail, undoEmailChange } from '@vialkeep/contract/email-changes.ts';
import { useState } from 'react';
import { Refused } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import { emailChangesTexts as texts } from './email-changes.texts.ts';

export function EmailConfirmScreen() {
  return <EmailKeyScreen route={confirmEmail} says={texts.confirm} />;
}

export function EmailApproveScreen() {
  return <EmailKeyScreen route={approveEmailChange} says={texts.approve} />;
}

export function EmailUndoScreen() {
  return <EmailKeyScreen route={undoEmailChange} says={texts.undo} />;
}

type End = { readonly title: string; readonly lead: string };

const over: End = { title: texts.over, lead: `${confirmEmail.refusals.key_over.message} ${texts.overHelp}` };

type Props = {
  route: typeof confirmEmail;
  says: { readonly title: string; readonly lead: string; readonly act: string };
};

/** Mail scanners open links but click no buttons, so only the button sends the key. */
function EmailKeyScreen({ route, says }: Props) {
  const key = new URLSearchParams(useLocation().searchStr).get('key') ?? '';
  const [end, setEnd] = useState<End | null>(key === '' ? over : null);
  const notices = useNotices();
  const command = useCommand(route, {
    onDone: ({ message }) => setEnd({ title: texts.done, lead: message }),
    onRefused: (failure) => {
      if (failure instanceof Refused && failure.reason === 'key_over') setEnd(over);
      else notices.error(failure.message);
    },
  });

  // A separate card, so that its heading receives the focus and is announced.
  if (end !== null) {
    return (
      <FullScreenCard key="end" title={end.title} lead={end.lead}>
        <LinkButton to={linkTo(addresses.login)} fullWidth>
          {texts.toLogin}
        </LinkButton>
      </FullScreenCard>
    );
  }
  return (
    <FullScreenCard key="ask" title={says.title} lead={says.lead}>
      <Button kind="primary" fullWidth busy={command.busy} onClick={() => void command.run({ body: { key } })}>
        {says.act}
      </Button>
    </FullScreenCard>
  );
}
