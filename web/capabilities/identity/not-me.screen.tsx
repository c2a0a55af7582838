import { sayNotMe } from '@vialkeep/contract/identity.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextLink } from '../../ui/actions/link.tsx';
import { FailureNote } from '../../ui/feedback/failure-note.tsx';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import classes from './identity.module.css';
import { identityTexts } from './identity.texts.ts';
import { useLetterKey } from './use-email-key.ts';

const texts = identityTexts.notMe;

/** Only the button sends the objection, because mail programs open links by themselves. */
export function NotMeScreen() {
  const key = useLetterKey();
  const [done, setDone] = useState<string | null>(null);
  const command = useCommand(sayNotMe, { onDone: ({ message }) => setDone(message) });

  if (done !== null) {
    return (
      <FullScreenCard title={texts.title} lead={done}>
        <div className={classes.ways}>
          <TextLink to={linkTo(addresses.login)}>{texts.toLogin}</TextLink>
        </div>
      </FullScreenCard>
    );
  }
  return (
    <FullScreenCard title={texts.title} lead={texts.lead}>
      <div className={classes.ways}>
        <ul className={classes.effects}>
          {texts.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        {command.refusal && <FailureNote>{command.refusal.message}</FailureNote>}
        <Button
          kind="danger"
          fullWidth
          busy={command.busy}
          onClick={() => void command.run({ body: { key }, anonymous: true })}
        >
          {texts.submit}
        </Button>
        <TextLink to={linkTo(addresses.forgotPassword)}>{texts.forgot}</TextLink>
      </div>
    </FullScreenCard>
  );
}
