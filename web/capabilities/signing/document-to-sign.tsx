import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { type readSigning, readSigningFile } from '@vialkeep/contract/signing.ts';
import { useEffect, useRef, useState } from 'react';
import { isFramed } from '../../components/signing/signing-end.tsx';
import { filledPath } from '../../kernel/navigation/address.ts';
import { Button } from '../../ui/actions/button.tsx';
import { OutsideLink } from '../../ui/actions/link.tsx';
import { useHeadingFocus } from '../../ui/layout/use-heading-focus.ts';
import { BrandLogo } from '../../ui/navigation/brand-logo.tsx';
import { AskSupport } from './ask-support.tsx';
import { DocumentText } from './document-text.tsx';
import { minutesToRead } from './reading-time.ts';
import classes from './sign.module.css';
import { SignForm } from './sign-form.tsx';
import { signingTexts } from './signing.texts.ts';

const texts = signingTexts.page;

type Props = { signingId: string; paper: Answer<typeof readSigning> };

/** Instructions, the document, and the signature form at its end. */
export function PaperToSign({ signingId, paper }: Props) {
  const heading = useHeadingFocus();
  const signature = useRef<HTMLElement>(null);
  const isInSight = useInSight(signature);
  const pdf = filledPath(readSigningFile.path, { signingId });

  return (
    <>
      <header className={classes.head}>
        {!isFramed() && <BrandLogo place="page" />}
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {paper.title}
        </h1>
        <ul className={classes.facts}>
          <li>{texts.forSigner(paper.signer)}</li>
          {paper.text && <li>{texts.minutes(minutesToRead(paper.text))}</li>}
          <li>{texts.language}</li>
          <li>{texts.binding}</li>
          <li>
            <OutsideLink href={pdf}>{texts.pdf}</OutsideLink>
          </li>
        </ul>
      </header>
      {paper.text && <DocumentText text={paper.text} />}
      <section ref={signature} className={classes.signature} aria-labelledby="signature">
        <h2 id="signature" tabIndex={-1} className={classes.subtitle}>
          {texts.sign}
        </h2>
        <SignForm signingId={signingId} paper={paper} />
        <AskSupport />
      </section>
      {!isInSight && (
        <div className={classes.way}>
          <span>{texts.readFirst}</span>
          <Button kind="primary" onClick={() => showSignature(signature.current)}>
            {texts.toSignature}
          </Button>
        </div>
      )}
    </>
  );
}

function showSignature(signature: HTMLElement | null): void {
  signature?.scrollIntoView({ block: 'start' });
  signature?.querySelector('h2')?.focus({ preventScroll: true });
}

/** While the signature form is off-screen, a bar links to it, so that the next step is always visible. */
function useInSight(element: { current: HTMLElement | null }): boolean {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInSight;
}
