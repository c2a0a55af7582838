import type { SigningSignal } from '../../kernel/signing/signing-signal.ts';
import { signingTexts as texts } from './signing-sheet.texts.ts';

/** Where a document is on its way through somebody's hands. */
export type SigningState = {
  step: 'asking' | 'ready' | 'waiting' | 'finishing' | 'done' | 'problem';
  /** Both are known once the server has answered where to sign. */
  link: string | null;
  documentId: string | null;
  /** What went wrong, in words for people. */
  problem: string | null;
};

export type SigningEvent =
  | { happened: 'asked' }
  | { happened: 'answered'; link: string; documentId: string }
  | { happened: 'refused'; message: string }
  /** The frame has the document on show. */
  | { happened: 'shown' }
  /** A page at the end, or the provider's own frame, says what has become of it. */
  | { happened: 'told'; signal: SigningSignal }
  /** The server was asked, and it is signed. */
  | { happened: 'seen_signed'; documentId: string };

/** The server's message where it gave no link: there is nothing to show but this. */
export function refusedLink(state: SigningState | null): string | null {
  return state?.step === 'problem' && state.link === null ? (state.problem ?? texts.problem) : null;
}

export const asking: SigningState = { step: 'asking', link: null, documentId: null, problem: null };

/** What is told late, twice, out of order or about another document changes nothing that it should not. */
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

/** What is done stays done. */
function isAbout(state: SigningState, documentId: string): boolean {
  return state.documentId === documentId && state.step !== 'done';
}
