import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNotices } from '../../ui/feedback/notices.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { refusedLink } from './signing-flow.ts';
import { signingTexts as texts } from './signing-sheet.texts.ts';
import { SigningSheet } from './signing-sheet.tsx';
import { type Signable, useSigning } from './use-signing.ts';

export type DocumentToSign = Signable & { key: string; title: string; signed: boolean };

type Options = {
  /** The whole set, including signed documents, which count in '2 of 3'. */
  documents: readonly DocumentToSign[];
  /** Called after each signature and when the modal closes, to reload what the signature changed (V-07). */
  onChanged: () => void;
};

export type SigningModal = {
  /** The document whose link is being requested, for the spinner of its button. */
  asking: string | null;
  begin: (key: string) => void;
  /** Render this once, near the buttons. */
  modal: ReactNode;
};

/** 'Sign Document': signs one document after the other in a modal, which is full-screen on a phone. */
export function useSigningModal({ documents, onChanged }: Options): SigningModal {
  const signing = useSigning();
  const notices = useNotices();
  const [key, setKey] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const [signedHere, setSignedHere] = useState<readonly string[]>([]);
  const step = key === null ? null : (signing.state?.step ?? null);
  const isLoadingLink = step === 'asking';

  const isSigned = (document: DocumentToSign) => document.signed || signedHere.includes(document.key);
  const current = documents.find((document) => document.key === key) ?? null;
  const next = documents.find((document) => document.key !== key && !isSigned(document)) ?? null;
  const signed = documents.filter(isSigned).length;
  const at = step === 'done' ? signed : signed + 1;

  function begin(wanted: string) {
    const document = documents.find((one) => one.key === wanted);
    if (!document || isLoadingLink) return;
    setKey(wanted);
    signing.begin(document);
  }

  function close() {
    setOpened(false);
    setKey(null);
    if (current && step !== 'done') notices.info(texts.stillPending([current.title]));
    onChanged();
  }

  function giveUp() {
    setKey(null);
    onChanged();
  }

  const noteSigned = useEffectEvent(() => {
    if (key !== null) setSignedHere((before) => [...before, key]);
    onChanged();
  });
  const refused = key === null ? null : refusedLink(signing.state);
  const isRefused = refused !== null;
  useEffect(() => {
    if (isRefused) setOpened(false);
    else if (step !== null && step !== 'asking') setOpened(true);
    if (step === 'done') noteSigned();
  }, [step, isRefused]);

  return {
    asking: isLoadingLink ? key : null,
    begin,
    modal: (
      <>
        {current && signing.state && (
          <SigningSheet
            opened={opened && !isRefused}
            document={current.title}
            position={documents.length > 1 ? texts.position(Math.min(at, documents.length), documents.length) : null}
            state={signing.state}
            next={next}
            onShown={signing.shown}
            onTold={signing.told}
            onNext={() => next && begin(next.key)}
            onAgain={() => begin(current.key)}
            onClose={close}
          />
        )}
        <AlertDialog text={refused} onClose={giveUp} />
      </>
    ),
  };
}
