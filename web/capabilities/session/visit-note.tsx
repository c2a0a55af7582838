import { currentSession, noteVisits } from '@vialkeep/contract/session.ts';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useActing } from '../../kernel/session/acting.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextLink } from '../../ui/actions/link.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { frameTexts } from './frame.texts.ts';
import { visitWords } from './visit-labels.ts';
import classes from './visit-note.module.css';

const texts = frameTexts.visits;

/** Shown above every page until the user clicks OK: which administrator acts or acted in the account, when and why. */
export function VisitNote() {
  const visits = useCurrentSession()?.visits ?? [];
  const acting = useActing();
  const notices = useNotices();
  const noting = useCommand(noteVisits, {
    refreshes: [currentSession],
    onRefused: ({ message }) => notices.error(message),
  });
  if (visits.length === 0 || acting) return null;
  const canBeEnded = visits.some(({ kind, to }) => kind === 'login_as' && to === null);

  return (
    <div className={classes.place}>
      <WarningNote
        action={
          <Button
            size="xs"
            busy={noting.busy}
            onClick={() => void noting.run({ body: { ids: visits.map(({ id }) => id) } })}
          >
            {texts.ok}
          </Button>
        }
      >
        {visits.map((visit) => (
          <p key={visit.id}>{visitWords(visit)}</p>
        ))}
        {canBeEnded && (
          <p>
            <TextLink to={linkTo(addresses.settings)}>{texts.see}</TextLink>
          </p>
        )}
      </WarningNote>
    </div>
  );
}
