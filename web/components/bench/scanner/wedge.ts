import { formatSymbolText, parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { GROUP_SEPARATOR, normalizeScannedText, parseScannedText } from '@vialkeep/contract/scanned-text.ts';

/** A scanner types faster than people: its keys are at most this far apart. */
export const KEY_GAP_MS = 100;
/** Without Enter or Tab a burst ends after this pause. */
export const QUIET_END_MS = 300;
/** The same text again within this time is the same scan. */
export const REPEAT_MS = 1500;
/** A shorter burst in a field may be typing. Codes that another system printed can be short. */
const LEAST_IN_FIELD = 9;
const LEAST_ELSEWHERE = 4;
/** From this length on, a burst must not reach buttons and shortcuts; a shortcut has up to two keys. */
const SWALLOWED_FROM = 3;

export type WedgeKey = {
  /** As in KeyboardEvent. */
  readonly key: string;
  readonly at: number;
  /** Control, Alt or Meta is held. */
  readonly isChord: boolean;
  /** The key is held down and repeats by itself; a scanner never does that. */
  readonly isHeld: boolean;
  /** The key goes into a field for a PIN or password. */
  readonly isSecret: boolean;
  /** The key goes into a field for text. */
  readonly isInField: boolean;
};

export type WedgeState = {
  readonly text: string;
  readonly isSecret: boolean;
  readonly isInField: boolean;
  readonly lastAt: number;
  readonly lastScan: SeenScan | null;
};

export type SeenScan = { readonly text: string; readonly at: number };

export type WedgeStep = {
  readonly state: WedgeState;
  /** The text of a completed scan; null while a burst goes on, and for a repeated scan. */
  readonly scanned: string | null;
  /** A burst begins with this key: what the focused field holds now is what it gets back. */
  readonly isStart: boolean;
  /** A burst was a scan, counted or repeated, and must be taken out of the field that it landed in. */
  readonly isTakenOut: boolean;
  /** The key belongs to a burst and must do nothing else on the page. */
  readonly isSwallowed: boolean;
};

export const EMPTY_WEDGE: WedgeState = {
  text: '',
  isSecret: false,
  isInField: false,
  lastAt: -Infinity,
  lastScan: null,
};

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);

/** Judges one key. Times are passed in, so that the function depends on nothing else. */
export function takeKey(state: WedgeState, key: WedgeKey): WedgeStep {
  const isInBurst = state.text !== '' && key.at - state.lastAt <= KEY_GAP_MS;
  if (MODIFIERS.has(key.key)) return plainStep(state);
  if (key.isHeld) return plainStep(withoutText(state));
  if (key.key === 'Enter' || key.key === 'Tab') {
    if (key.isChord) return plainStep(withoutText(state));
    return isLateEnd(state, key.at) ? { ...plainStep(state), isSwallowed: true } : endBurst(state, key.at);
  }
  const character = characterOf(key);
  // A control character that a scanner sends as a chord is left out of the text.
  if (character === '' && isInBurst && key.isChord) {
    return { ...plainStep({ ...state, lastAt: key.at }), isSwallowed: state.text.length >= SWALLOWED_FROM };
  }
  if (character === '') return plainStep(withoutText(state));
  const text = isInBurst ? state.text + character : character;
  const next = {
    ...state,
    text,
    isSecret: key.isSecret || (isInBurst && state.isSecret),
    isInField: key.isInField || (isInBurst && state.isInField),
    lastAt: key.at,
  };
  return { ...plainStep(next), isStart: !isInBurst, isSwallowed: text.length >= SWALLOWED_FROM };
}

/**
 * Ends a burst after a pause, if it is a code whose check character fits. Any other burst stays: on a busy page the pause
 * can end before the keys that were pressed in it arrive, and their times tell.
 */
export function takeQuiet(state: WedgeState, at: number): WedgeStep {
  if (state.text === '' || at - state.lastAt < QUIET_END_MS || !isCheckedCode(state)) return plainStep(state);
  return completeScan(state, at, false);
}

/** Says whether the text is the scan before, seen again; a code that stays before a camera counts once. */
export function isRepeatedScan(last: SeenScan | null, text: string, at: number): boolean {
  return last !== null && last.text === text && at - last.at < REPEAT_MS;
}

/** Enter was pressed before the pause that ended its scan, and arrives after it. */
function isLateEnd({ text, lastScan }: WedgeState, at: number): boolean {
  return text === '' && lastScan !== null && at < lastScan.at;
}

function endBurst(state: WedgeState, at: number): WedgeStep {
  const gap = at - state.lastAt;
  const isComplete = gap <= KEY_GAP_MS ? isScan(state) : gap < QUIET_END_MS && isCheckedCode(state);
  return isComplete ? completeScan(state, at, true) : plainStep(withoutText(state));
}

function completeScan(state: WedgeState, at: number, isSwallowed: boolean): WedgeStep {
  const text = normalizeScannedText(state.text);
  const isRepeated = isRepeatedScan(state.lastScan, text, at);
  return {
    state: { ...withoutText(state), lastScan: { text, at } },
    scanned: isRepeated ? null : text,
    isStart: false,
    isTakenOut: true,
    isSwallowed,
  };
}

function isScan(state: WedgeState): boolean {
  if (state.isSecret) return isCheckedCode(state);
  const least = state.isInField ? LEAST_IN_FIELD : LEAST_ELSEWHERE;
  return parseScannedText(state.text).text.length >= least;
}

/** In a field for a PIN the code needs its letter: a PIN of nine digits can look like a vial's code. */
function isCheckedCode({ text, isSecret }: WedgeState): boolean {
  const code = parseBenchCode(text);
  if (code === null) return false;
  return !isSecret || parseScannedText(text).text.toUpperCase() === formatSymbolText(code);
}

/** Browsers show the separator of GS1 codes as Control and a bracket. Empty for a key without a character. */
function characterOf({ key, isChord }: WedgeKey): string {
  if (isChord) return key === ']' ? GROUP_SEPARATOR : '';
  return Array.from(key).length === 1 ? key : '';
}

function withoutText(state: WedgeState): WedgeState {
  return { ...EMPTY_WEDGE, lastScan: state.lastScan };
}

function plainStep(state: WedgeState): WedgeStep {
  return { state, scanned: null, isStart: false, isTakenOut: false, isSwallowed: false };
}
