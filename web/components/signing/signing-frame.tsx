import { IconCircleCheck, IconClock, IconExclamationCircle, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { SigningSignal } from '../../kernel/signing/signing-signal.ts';
import { OutsideLinkButton } from '../../ui/actions/link.tsx';
import classes from './signing.module.css';
import type { SigningState } from './signing-flow.ts';
import { signingTexts as texts } from './signing-sheet.texts.ts';

type Props = {
  /** What is signed, as people call it. */
  document: string;
  link: string;
  onShown: () => void;
  onTold: (step: SigningSignal['step']) => void;
  /** Where the keyboard goes that leaves the document. */
  exit: RefObject<HTMLElement | null>;
  /** Escape inside the document, as far as its page lets us hear it. */
  onEscape?: () => void;
  /** Above the frame, beside the first way out of it. */
  lead?: ReactNode;
};

/** The page of whoever takes the signature, 600 px high from 768 px on and as high as there is room below it (V-06). */
export function SigningFrame({ document, link, onShown, onTold, onEscape, exit, lead }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useProviderMessages(frame, link, onTold);
  const isFirst = useRef(true);
  // The page inside outlasts many drawings of this one, and is to reach the newest.
  const escape = useRef(onEscape);
  useEffect(() => {
    escape.current = onEscape;
  }, [onEscape]);

  return (
    <div className={classes.holder}>
      <div className={classes.over}>
        {lead}
        <LeaveLink exit={exit} />
      </div>
      <iframe
        ref={frame}
        title={texts.frame(document)}
        src={link}
        sandbox={RIGHTS}
        data-autofocus
        className={classes.frame}
        onLoad={() => {
          onShown();
          // The pages that follow inside it do not take the focus from wherever it has gone.
          if (isFirst.current) frame.current?.focus();
          isFirst.current = false;
          // Another origin's page shows us none of its own.
          frame.current?.contentDocument?.addEventListener('keydown', (event) => {
            if (isForUs(event)) escape.current?.();
          });
        }}
      />
      <LeaveLink exit={exit} />
    </div>
  );
}

/** What is open inside the document takes the key for itself. */
function isForUs({ key, view }: KeyboardEvent): boolean {
  return key === 'Escape' && view?.document.querySelector('[aria-modal="true"]') === null;
}

/** A provider's page needs a browser's usual rights, but not the one to lead the page around it elsewhere. */
const RIGHTS =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox';

type StateLineProps = {
  state: SigningState;
  ref?: RefObject<HTMLParagraphElement | null>;
  /** Where the place around it has words of its own. */
  words?: Readonly<Record<Exclude<SigningState['step'], 'problem'>, string>>;
};

/** Where the document is on its way, in words; also where the keyboard lands that leaves the document. */
export function SigningStateLine({ state: { step, problem }, ref, words = texts.states }: StateLineProps) {
  const Icon = step === 'done' ? IconCircleCheck : step === 'problem' ? IconExclamationCircle : IconClock;
  return (
    <p ref={ref} tabIndex={-1} role="status" className={classes.state} data-step={step}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <span>{step === 'problem' ? (problem ?? texts.problem) : words[step]}</span>
    </p>
  );
}

/** Always offered: frames can be too small, or refused by a browser's settings. */
export function OpenInTab({ link }: { link: string }) {
  return (
    <OutsideLinkButton href={link} icon={<IconExternalLink size={16} stroke={1.6} aria-hidden />}>
      {texts.openInTab}
    </OutsideLinkButton>
  );
}

function LeaveLink({ exit }: { exit: RefObject<HTMLElement | null> }) {
  return (
    <button type="button" className={classes.leave} onClick={() => exit.current?.focus()}>
      {texts.leave}
    </button>
  );
}

/** What an outside provider's own frame tells; the built-in one speaks by its completion pages. */
const providerMessages: Readonly<Record<string, SigningSignal['step']>> = {
  onDocumentSigned: 'finishing',
  onDocumentSigningFailed: 'problem',
  onDocumentDeclined: 'declined',
};

function useProviderMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  link: string,
  onTold: (step: SigningSignal['step']) => void,
): void {
  const tell = useEffectEvent((message: MessageEvent<unknown>) => {
    if (message.origin !== new URL(link, location.href).origin) return;
    if (message.source !== frame.current?.contentWindow || typeof message.data !== 'string') return;
    const step = providerMessages[message.data];
    if (step) onTold(step);
  });
  useEffect(() => {
    const listen = (message: MessageEvent<unknown>) => tell(message);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
}
