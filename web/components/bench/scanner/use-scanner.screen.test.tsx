import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useScanner } from './use-scanner.ts';
import { QUIET_END_MS } from './wedge.ts';

const CODE = 'V01234567Y';
let clock = 0;
let scans: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  clock += 100_000;
  scans = [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('A scan on a page', () => {
  test('a scan is heard without any focus', () => {
    render(<Bench />);
    scan(document.body, CODE);
    expect(scans).toEqual([CODE]);
  });

  test('a scan that lands in a text field is taken out of it again, and what was typed stays', () => {
    const { getByLabelText } = render(<Bench />);
    const field = inputOf(getByLabelText('Note'));
    type(field, 'cold', 200);
    clock += 500;
    scan(field, CODE);
    expect(scans).toEqual([CODE]);
    expect(field.value).toBe('cold');
    expect(getByLabelText('Shown').textContent).toBe('cold');
  });

  test('a scan without Enter is taken out of a text field after the quiet', () => {
    const { getByLabelText } = render(<Bench />);
    const field = inputOf(getByLabelText('Note'));
    type(field, CODE, 10);
    expect(field.value).toBe(CODE);
    act(() => void vi.advanceTimersByTime(QUIET_END_MS));
    expect(scans).toEqual([CODE]);
    expect(field.value).toBe('');
  });

  test('typing stays in its field, and its Enter submits the form', () => {
    const onSubmit = vi.fn();
    const { getByLabelText } = render(<Bench onSubmit={onSubmit} />);
    const field = inputOf(getByLabelText('Note'));
    type(field, 'a note in words', 150);
    clock += 150;
    expect(press(field, 'Enter')).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(scans).toEqual([]);
    expect(field.value).toBe('a note in words');
  });

  test('the Enter of a scan presses no button and submits no form', () => {
    const { getByText } = render(<Bench />);
    const button = getByText('Discard');
    type(button, CODE, 10);
    clock += 10;
    expect(press(button, 'Enter')).toBe(false);
    expect(scans).toEqual([CODE]);
  });

  test('a dialog gets the scans while it is open, and its page after it', () => {
    const inner: string[] = [];
    const page = render(<Bench />);
    const dialog = render(<Listening onScan={(text) => inner.push(text)} />);
    scan(document.body, CODE);
    dialog.unmount();
    scan(document.body, 'K000000000');
    expect([inner, scans]).toEqual([[CODE], ['K000000000']]);
    page.unmount();
    scan(document.body, 'B000000000');
    expect(scans).toHaveLength(1);
  });
});

function Bench({ onSubmit }: { onSubmit?: () => void }) {
  const [note, setNote] = useState('');
  useScanner((text) => scans.push(text));
  return (
    <form onSubmit={onSubmit}>
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      <p aria-label="Shown">{note}</p>
      <button type="button">Discard</button>
    </form>
  );
}

function Listening({ onScan }: { onScan: (text: string) => void }) {
  useScanner(onScan);
  return null;
}

function scan(target: Element, text: string): void {
  type(target, text, 10);
  clock += 10;
  press(target, 'Enter');
  clock += 2_000;
}

/** Presses the keys of a text; a field gets the characters whose keys nothing prevents. */
function type(target: Element, text: string, gap: number): void {
  for (const key of text) {
    clock += gap;
    vi.advanceTimersByTime(gap);
    const isLeft = press(target, key);
    if (isLeft && target instanceof HTMLInputElement) {
      fireEvent.input(target, { target: { value: target.value + key } });
    }
  }
}

/** Says whether the key may do what it does by default. */
function press(target: Element, key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: clock });
  return fireEvent(target, event);
}

function inputOf(element: HTMLElement): HTMLInputElement {
  if (!(element instanceof HTMLInputElement)) throw new Error('This is no input.');
  return element;
}
