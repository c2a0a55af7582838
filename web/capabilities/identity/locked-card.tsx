import { stepUpOptions } from '@vialkeep/contract/factors.ts';
import { ProofForm } from '../../components/identity/proof-form.tsx';
import { useStepUp } from '../../components/identity/use-step-up.ts';
import { useApi } from '../../kernel/api/query.ts';
import { refreshSession } from '../../kernel/session/current-session.ts';
import { unlockPage } from '../../kernel/session/lock.ts';
import { logOut } from '../../kernel/session/log-out.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import classes from './identity.module.css';
import { identityTexts } from './identity.texts.ts';

const texts = identityTexts.locked;

/** The card over a locked page. The proof unlocks the session on the server; then the page goes on where it was. */
export function LockedCard() {
  const ways = useApi(stepUpOptions, {});
  const proving = useStepUp(() => {
    unlockPage();
    // The rights may have changed meanwhile.
    void refreshSession();
  });
  const leave = <Button onClick={logOut}>{texts.logOut}</Button>;
  return (
    <section className={classes.lockedCard}>
      <h1 className={classes.lockedTitle}>{texts.title}</h1>
      <p className={classes.lockedLead}>{texts.lead}</p>
      <Loaded query={ways} loading={texts.loading} failed={texts.failed}>
        {({ methods }) => (
          <ProofForm {...proving} label={texts.title} methods={methods} submit={texts.submit} beside={leave} />
        )}
      </Loaded>
      {ways.data === undefined && <div className={classes.lockedLeave}>{leave}</div>}
    </section>
  );
}
