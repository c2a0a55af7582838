import { readSigning } from '@vialkeep/contract/signing.ts';
import { useEffect, useEffectEvent } from 'react';
import { SigningEnd } from '../../components/signing/signing-end.tsx';
import { Refused } from '../../kernel/api/failure.ts';
import { refresh, useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkAtRunTime } from '../../kernel/navigation/link-to.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { onSigningSignal } from '../../kernel/signing/signing-signal.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { AskSupport } from './ask-support.tsx';
import { documentIdIn } from './completion/completion-address.ts';
import { PaperToSign } from './document-to-sign.tsx';
import classes from './sign.module.css';
import { signingTexts } from './signing.texts.ts';

const texts = signingTexts.page;

/**
 * The page of the built-in signing provider, standalone or in a frame. The address alone authorises reading and
 * signing.
 */
export function SignScreen() {
  const { signingId = '' } = usePathParams(addresses.sign);
  const signing = useApi(readSigning, { params: { signingId } });
  useOtherTabs(signing.data?.return_to);

  if (signing.error instanceof Refused) {
    return (
      <SigningEnd tone="problem" title={signingTexts.guest.title} text={signing.error.message}>
        <AskSupport />
      </SigningEnd>
    );
  }
  if (signing.data?.state === 'signed') {
    return (
      <SigningEnd tone="done" title={signing.data.title} text={texts.signed}>
        <LinkButton to={linkAtRunTime(pathOf(signing.data.return_to))}>{texts.goOn}</LinkButton>
      </SigningEnd>
    );
  }
  if (signing.data?.state === 'declined') {
    return <SigningEnd tone="problem" title={signing.data.title} text={signingTexts.decline.done} />;
  }
  return (
    <main id="main" className={classes.page}>
      <Loaded query={signing} loading={texts.loading} failed={signingTexts.problem}>
        {(paper) => <PaperToSign signingId={signingId} paper={paper} />}
      </Loaded>
    </main>
  );
}

/** The same document may be open in a frame and in a tab; a signature in one closes the other. */
function useOtherTabs(returnTo: string | undefined): void {
  const heard = useEffectEvent((documentId: string) => {
    if (returnTo !== undefined && documentIdIn(returnTo) === documentId) void refresh([readSigning]);
  });
  useEffect(() => onSigningSignal(({ documentId }) => heard(documentId)), []);
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
