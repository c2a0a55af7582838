import { IconAlertTriangle } from '@tabler/icons-react';
import { confirmIdentity } from '../../kernel/navigation/confirmation.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { formatDateTime } from '../../ui/display/formats.ts';
import classes from './identity.module.css';
import { identityTexts } from './identity.texts.ts';

const texts = identityTexts.confirm;

/** Shown above every screen while the user cannot sign, because another user set their login. */
export function HoldStrip() {
  const session = useCurrentSession();
  // A user who must choose a password does that first, then enters the code.
  if (!session?.hold || session.must_change_password) return null;
  const isMoved = session.hold.why === 'email_set_by_other';
  return (
    <section className={classes.strip} aria-label={texts.strip}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <p className={classes.words}>{isMoved ? texts.moved(formatDateTime(session.hold.until)) : texts.held}</p>
      {!isMoved && (
        <Button size="xs" onClick={() => void confirmIdentity(texts.signing, true)}>
          {texts.send}
        </Button>
      )}
    </section>
  );
}
