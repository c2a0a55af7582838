import { useEffect, useRef } from 'react';
import { type FieldMemory, isSecretField, isTextField, rememberField } from './field-memory.ts';
import { EMPTY_WEDGE, QUIET_END_MS, takeKey, takeQuiet, type WedgeState, type WedgeStep } from './wedge.ts';

type ScanHandler = (text: string) => void;

/** The newest gets the scans: a dialog in front of its page, and the page again after it. */
const handlers: ScanHandler[] = [];
let stopListening: (() => void) | null = null;

/** Calls with the text of each scan of a scanner that types like a keyboard. No field needs the focus. */
export function useScanner(onScan: ScanHandler): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => addScanHandler((text) => latest.current(text)), []);
}

function addScanHandler(handler: ScanHandler): () => void {
  handlers.push(handler);
  stopListening ??= listenForScans((text) => handlers.at(-1)?.(text));
  return () => {
    handlers.splice(handlers.indexOf(handler), 1);
    if (handlers.length > 0) return;
    stopListening?.();
    stopListening = null;
  };
}

/** Listens before the page's own listeners; returns the function that stops it. */
function listenForScans(onScan: ScanHandler): () => void {
  let state: WedgeState = EMPTY_WEDGE;
  let memory: FieldMemory | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const apply = (step: WedgeStep) => {
    state = step.state;
    if (step.isTakenOut) memory?.restore();
    if (state.text === '') memory = null;
    if (step.scanned !== null) onScan(step.scanned);
  };
  const listen = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const target = event.composedPath()[0] ?? null;
    const isChord = isChordKey(event);
    const step = takeKey(state, {
      key: event.key,
      at: event.timeStamp,
      isChord,
      isHeld: event.repeat,
      isSecret: isSecretField(target),
      isInField: isTextField(target),
    });
    // A field keeps its characters until the burst turns out to be a scan: they may be typing.
    if (step.isTakenOut || (step.isSwallowed && (isChord || !isTextField(target)))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (step.isStart) memory = rememberField(target);
    apply(step);
    clearTimeout(timer);
    if (state.text === '') return;
    const { lastAt } = state;
    timer = setTimeout(() => apply(takeQuiet(state, lastAt + QUIET_END_MS)), QUIET_END_MS);
  };
  window.addEventListener('keydown', listen, true);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', listen, true);
  };
}

/** AltGr types characters, although Windows reports it as Control and Alt. */
function isChordKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
}
