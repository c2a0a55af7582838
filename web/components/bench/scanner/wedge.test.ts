import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EMPTY_WEDGE,
  KEY_GAP_MS,
  QUIET_END_MS,
  REPEAT_MS,
  takeKey,
  takeQuiet,
  type WedgeKey,
  type WedgeState,
  type WedgeStep,
} from './wedge.ts';

const CODE = 'V01234567Y';
const GS = '\u001D';
type Press = string | (Partial<WedgeKey> & { key: string });

/** Presses keys this far apart and looks after the end whether the quiet completes a burst. */
class Keyboard {
  state: WedgeState = EMPTY_WEDGE;
  at = 1_000;
  scans: string[] = [];
  steps: WedgeStep[] = [];

  press(keys: readonly Press[], gap: number | ((index: number) => number) = 10): this {
    for (const [index, press] of keys.entries()) {
      this.at += typeof gap === 'number' ? gap : gap(index);
      const key = typeof press === 'string' ? { key: press } : press;
      this.#apply(takeQuiet(this.state, this.at));
      const plain = { isChord: false, isHeld: false, isSecret: false, isInField: true };
      this.#apply(takeKey(this.state, { at: this.at, ...plain, ...key }));
    }
    return this;
  }

  wait(ms: number): this {
    this.at += ms;
    this.#apply(takeQuiet(this.state, this.at));
    return this;
  }

  #apply(step: WedgeStep): void {
    this.state = step.state;
    this.steps.push(step);
    if (step.scanned !== null) this.scans.push(step.scanned);
  }
}

describe('A scanner that types like a keyboard', () => {
  test.each(['Enter', 'Tab'])('a burst that ends with %s is a scan, and the key does nothing else', (end) => {
    const keyboard = new Keyboard().press([...CODE, end]);
    expect(keyboard.scans).toEqual([CODE]);
    expect(keyboard.steps.at(-1)).toMatchObject({ isTakenOut: true, isSwallowed: true });
  });

  test('keys 100 ms apart are a burst, and keys 101 ms apart are typing', () => {
    expect(new Keyboard().press([...CODE, 'Enter'], KEY_GAP_MS).scans).toEqual([CODE]);
    expect(new Keyboard().press([...CODE, 'Enter'], KEY_GAP_MS + 1).wait(1_000).scans).toEqual([]);
  });

  test('outside a field four characters are a scan, as of a short code of another system, and three are not', () => {
    const elsewhere = (text: string) => [...text].map((key) => ({ key, isInField: false }));
    const scansOf = (text: string) =>
      new Keyboard().press([...elsewhere(text), { key: 'Enter', isInField: false }]).scans;
    expect(scansOf('N-17')).toEqual(['N-17']);
    expect(scansOf('N17')).toEqual([]);
  });

  test('nine characters in a field are a scan, and eight are not', () => {
    expect(new Keyboard().press([...'771234567', 'Enter']).scans).toEqual(['771234567']);
    expect(new Keyboard().press([...'77123456', 'Enter']).scans).toEqual([]);
    expect(new Keyboard().press([...']C077123456', 'Enter']).scans).toEqual([]);
  });

  test('without Enter a code is a scan after 300 ms of quiet if its check character fits', () => {
    expect(new Keyboard().press([...CODE]).wait(QUIET_END_MS - 1).scans).toEqual([]);
    expect(new Keyboard().press([...CODE]).wait(QUIET_END_MS).scans).toEqual([CODE]);
    expect(new Keyboard().press([...'V01234567X']).wait(QUIET_END_MS).scans).toEqual([]);
    expect(new Keyboard().press([...'771234567890']).wait(QUIET_END_MS).scans).toEqual([]);
  });

  test('an Enter that comes late ends a code whose check character fits, and nothing else', () => {
    expect(
      new Keyboard()
        .press([...CODE])
        .wait(150)
        .press(['Enter'], 0).scans,
    ).toEqual([CODE]);
    expect(
      new Keyboard()
        .press([...'771234567890'])
        .wait(150)
        .press(['Enter'], 0).scans,
    ).toEqual([]);
  });

  test('keys that arrive after the quiet, but were pressed before it, belong to their burst', () => {
    const keyboard = new Keyboard().press([...'7712345']).wait(QUIET_END_MS);
    keyboard.at -= QUIET_END_MS;
    expect(keyboard.press([...'67890', 'Enter']).scans).toEqual(['771234567890']);
  });

  test('an Enter that was pressed before the quiet ended its scan does nothing else', () => {
    const keyboard = new Keyboard().press([...CODE]).wait(QUIET_END_MS);
    keyboard.at -= QUIET_END_MS;
    expect(keyboard.press(['Enter']).scans).toEqual([CODE]);
    expect(keyboard.steps.at(-1)).toMatchObject({ isTakenOut: false, isSwallowed: true });
    expect(keyboard.wait(QUIET_END_MS).press(['Enter']).steps.at(-1)).toMatchObject({ isSwallowed: false });
  });

  test('symbology prefixes, shift keys and stray controls are left out, and a GS1 code keeps its separators', () => {
    const chord = (key: string) => ({ key, isChord: true });
    expect(new Keyboard().press([...']d1', 'Shift', ...CODE, chord('c'), 'Enter']).scans).toEqual([CODE]);
    const gs1 = [...']d20109506000134352', ...'10L1', 'Control', chord(']'), ...'21A7', 'Enter'];
    expect(new Keyboard().press(gs1).scans).toEqual([`${GS}010950600013435210L1${GS}21A7`]);
  });

  test('the same text within 1.5 s counts once and is still taken out, and later it counts again', () => {
    const keyboard = new Keyboard()
      .press([...CODE, 'Enter'])
      .wait(REPEAT_MS - 200)
      .press([...CODE, 'Enter']);
    expect(keyboard.scans).toEqual([CODE]);
    expect(keyboard.steps.at(-1)).toMatchObject({ scanned: null, isTakenOut: true, isSwallowed: true });
    expect(keyboard.wait(REPEAT_MS).press([...CODE, 'Enter']).scans).toEqual([CODE, CODE]);
  });

  test('two different codes within 1.5 s both count', () => {
    const other = formatSymbolText({ kind: 'kit', code: '0000-0000-0' });
    expect(new Keyboard().press([...CODE, 'Enter', ...other, 'Enter']).scans).toEqual([CODE, other]);
  });

  test('every code of every length of gap up to 100 ms is read', () => {
    const codes = fc.uint8Array({ minLength: 8, maxLength: 8 }).map(vialCodeFrom);
    const gaps = fc.array(fc.integer({ min: 0, max: KEY_GAP_MS }), { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(codes, gaps, (code, pauses) => {
        const text = formatSymbolText({ kind: 'place', code });
        expect(new Keyboard().press([...text, 'Enter'], (index) => pauses[index] ?? 0).scans).toEqual([text]);
      }),
    );
  });

  test('300 characters and keys without a character make no failure', () => {
    expect(new Keyboard().press([...'x'.repeat(300), 'Enter']).scans).toEqual(['x'.repeat(300)]);
    expect(new Keyboard().press([...CODE.slice(0, 5), 'F8', ...CODE.slice(5), 'Enter']).wait(500).scans).toEqual([]);
    expect(new Keyboard().press(['Dead', 'Process', 'Unidentified', 'Enter', 'Tab']).scans).toEqual([]);
  });
});

describe('People at the keyboard', () => {
  test('typing in which no nine characters come within 100 ms of each other is never a scan', () => {
    const key = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...'abcdefgh 0123456789VK') },
      fc.constantFrom('Enter', 'Tab', 'Backspace', 'Shift'),
    );
    const fast = fc.integer({ min: 20, max: KEY_GAP_MS });
    const slow = fc.integer({ min: KEY_GAP_MS + 1, max: 900 });
    const typing = fc.array(fc.record({ key, fast, slow }), { maxLength: 80 });
    fc.assert(
      fc.property(typing, (presses) => {
        // Every eighth key at the latest comes after a pause.
        const gap = (index: number) => presses[index]?.[index % 8 === 7 ? 'slow' : 'fast'] ?? 0;
        expect(
          new Keyboard()
            .press(
              presses.map((press) => press.key),
              gap,
            )
            .wait(1_000).scans,
        ).toEqual([]);
      }),
    );
  });

  test('a code typed by hand is left to its field', () => {
    expect(new Keyboard().press([...CODE, 'Enter'], 180).wait(1_000).scans).toEqual([]);
  });

  test('a key that is held down is no scan', () => {
    const held = Array.from({ length: 30 }, () => ({ key: 'a', isHeld: true }));
    expect(new Keyboard().press(['a', ...held, 'Enter'], 33).scans).toEqual([]);
  });

  test('a correction within a burst makes it typing', () => {
    expect(new Keyboard().press([...'sample te', 'Backspace', 'Enter'], 60).scans).toEqual([]);
  });

  test('a PIN typed fast is no scan, even if nine of its digits are a code, and a badge in its field is one', () => {
    const secret = (text: string) => [...text].map((key) => ({ key, isSecret: true }));
    for (const pin of ['246810246810', '000000000', '12345678901']) {
      expect(new Keyboard().press([...secret(pin), 'Enter'], 20).wait(1_000).scans, pin).toEqual([]);
    }
    expect(new Keyboard().press([...secret('P01234567Y'), 'Enter']).scans).toEqual(['P01234567Y']);
  });

  test('two keys of a shortcut reach the page, and the third key of a burst does not', () => {
    const { steps } = new Keyboard().press([...'gdx']);
    expect(steps.filter((_, index) => index % 2 === 1).map(({ isSwallowed }) => isSwallowed)).toEqual([
      false,
      false,
      true,
    ]);
  });
});
