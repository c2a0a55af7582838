import { IconCircleCheck, IconClock, IconExclamationCircle, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { SigningSignal } from '../../kernel/signing/signing-signal.ts';
import { OutsideLinkButton } from '../../ui/actions/link.tsx';
import classes from './signing.module.css';
import type { SigningState } from './signing-flow.ts';
import { signingTexts as texts } from './signing-sheet.texts.ts';

type Props = {
  /** The document's display name. */
  document: string;
  link: string;
  onShown: () => void;
  onTold: (step: SigningSignal['step']) => void;
  /** Receives the focus when the keyboard leaves the document. */
  exit: RefObject<HTMLElement | null>;
  /** Called on Escape inside the document, if the page is of the same origin. */
  onEscape?: () => void;
  /** Content above the frame, beside the first link out of it. */
  lead?: ReactNode;
};

/**
 * The signing provider's page in a frame, 600 px high from 768 px on; below that it fills the available height (V-06).
 */
export function SigningFrame({ document, link, onShown, onTold, onEscape, exit, lead }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useProviderMessages(frame, link, onTold);
  const isFirst = useRef(true);
  // The framed page outlives many renders and must call the newest handler.
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
          // Later pages inside the frame must not take the focus.
          if (isFirst.current) frame.current?.focus();
          isFirst.current = false;
          // A page of another origin does not expose its document.
          frame.current?.contentDocument?.addEventListener('keydown', (event) => {
            if (isForUs(event)) escape.current?.();
          });
        }}
      />
      <LeaveLink exit={exit} />
    </div>
  );
}

/** An open element inside the document handles the key itself. */
function isForUs({ key, view }: KeyboardEvent): boolean {
  return key === 'Escape' && view?.document.querySelector('[aria-modal="true"]') === null;
}

/** The sandbox permissions that a provider's page needs, without top-level navigation. */
const RIGHTS =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox';

type StateLineProps = {
  state: SigningState;
  ref?: RefObject<HTMLParagraphElement | null>;
  /** Replaces the default texts. */
  words?: Readonly<Record<Exclude<SigningState['step'], 'problem'>, string>>;
};

/** The signing state as text; also receives the focus when the keyboard leaves the document. */
export function SigningStateLine({ state: { step, problem }, ref, words = texts.states }: StateLineProps) {
  const Icon = step === 'done' ? IconCircleCheck : step === 'problem' ? IconExclamationCircle : IconClock;
  return (
    <p ref={ref} tabIndex={-1} role="status" className={classes.state} data-step={step}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <span>{step === 'problem' ? (problem ?? texts.problem) : words[step]}</span>
    </p>
  );
}

/** Always offered: a frame can be too small or blocked by the browser's settings. */
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

/** The messages of an external provider's frame; the built-in provider signals by its completion pages. */
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
