import type { SigningSignal } from '../../kernel/signing/signing-signal.ts';
import { signingTexts as texts } from './signing-sheet.texts.ts';

/** The state of a document during signing. */
export type SigningState = {
  step: 'asking' | 'ready' | 'waiting' | 'finishing' | 'done' | 'problem';
  /** Both are set when the server answers with the signing link. */
  link: string | null;
  documentId: string | null;
  /** The error message for the user. */
  problem: string | null;
};

export type SigningEvent =
  | { happened: 'asked' }
  | { happened: 'answered'; link: string; documentId: string }
  | { happened: 'refused'; message: string }
  /** The frame shows the document. */
  | { happened: 'shown' }
  /** A completion page or the provider's frame signals the outcome. */
  | { happened: 'told'; signal: SigningSignal }
  /** The server confirms that the document is signed. */
  | { happened: 'seen_signed'; documentId: string };

/** The server's message if it refused the link; the screen then shows only this message. */
export function refusedLink(state: SigningState | null): string | null {
  return state?.step === 'problem' && state.link === null ? (state.problem ?? texts.problem) : null;
}

export const asking: SigningState = { step: 'asking', link: null, documentId: null, problem: null };

/** Signals that are late, repeated, out of order or about another document are ignored. */
export function nextSigningState(state: SigningState, event: SigningEvent): SigningState {
  switch (event.happened) {
    case 'asked':
      return asking;
    case 'answered':
      return state.step === 'asking'
        ? { step: 'ready', link: event.link, documentId: event.documentId, problem: null }
        : state;
    case 'refused':
      return state.step === 'asking' ? { ...state, step: 'problem', problem: event.message } : state;
    case 'shown':
      return state.step === 'ready' ? { ...state, step: 'waiting' } : state;
    case 'told':
      return isAbout(state, event.signal.documentId) ? { ...state, ...outcomes[event.signal.step] } : state;
    case 'seen_signed':
      return isAbout(state, event.documentId) ? { ...state, ...outcomes.done } : state;
  }
}

const outcomes: Record<SigningSignal['step'], Pick<SigningState, 'step' | 'problem'>> = {
  finishing: { step: 'finishing', problem: null },
  done: { step: 'done', problem: null },
  problem: { step: 'problem', problem: texts.problem },
  declined: { step: 'problem', problem: texts.declined },
};

/** A completed state is final. */
function isAbout(state: SigningState, documentId: string): boolean {
  return state.documentId === documentId && state.step !== 'done';
}
