import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { benchTexts } from '../../components/bench/bench.texts.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, settleScreen, user } from '../../testing/open-screen.tsx';
import { fieldLabelled, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';

const visit = { page: '/dev/kit/bench' };

describeScreen('KitBenchScreen', { ...visit, answers: [], filled: ['Scan anything', benchTexts.typeLabel] }, () => {
  // What jsdom does not have must be absent again for the next test.
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices');
    Reflect.deleteProperty(navigator, 'vibrate');
    Reflect.deleteProperty(globalThis, 'AudioContext');
  });

  test('a scan without focus is announced as right, and an unknown one as wrong', async () => {
    await openScreen(visit);
    scan('V01234567Y');
    await settleScreen();
    expectAnnounced('status', 'Done: vial 0123-4567-Y');
    expectTexts('1: scanner, vial 0123-4567-Y');
    scan('771234567890');
    await settleScreen();
    expectAnnounced('alert', 'Not done: This code is not known.');
    await expectAccessible();
  });

  test('the same words twice are a new announcement', async () => {
    await openScreen(visit);
    await pressControl('Right');
    const before = document.querySelector('[role=status] [data-tone=right]');
    await pressControl('Right');
    expect(document.querySelector('[role=status] [data-tone=right]')).not.toBe(before);
  });

  test('a lost connection is announced as not saved', async () => {
    await openScreen(visit);
    await pressControl('Offline');
    expectAnnounced('alert', 'Not saved. Scan again when the line is back.');
    await expectAccessible();
  });

  test('a code can be typed, and an empty field says what is missing', async () => {
    await openScreen(visit);
    await pressControl(benchTexts.typeButton);
    expectAnnounced('alert', benchTexts.typeMissing);
    expect(fieldLabelled(benchTexts.typeLabel).getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
    await fillFields({ [benchTexts.typeLabel]: ' k 0123-4567-y ' });
    await pressControl(benchTexts.typeButton);
    expectTexts('1: typed, kit 0123-4567-Y');
    expectNoTexts(benchTexts.typeMissing);
    expect(fieldLabelled(benchTexts.typeLabel).value).toBe('');
  });

  test('a scan while the field is in focus is heard as a scan and leaves the field as it was', async () => {
    await openScreen(visit);
    await fillFields({ [benchTexts.typeLabel]: 'K7' });
    await user.click(fieldLabelled(benchTexts.typeLabel));
    await user.keyboard('V01234567Y{Enter}');
    await settleScreen();
    expectTexts('1: scanner, vial 0123-4567-Y');
    expect(fieldLabelled(benchTexts.typeLabel).value).toBe('K7');
  });

  test.each([
    { name: 'NotAllowedError', text: benchTexts.cameraRefused },
    { name: 'NotFoundError', text: benchTexts.cameraMissing },
    { name: 'NotReadableError', text: benchTexts.cameraBusy },
    { name: 'TypeError', text: benchTexts.cameraFailed },
  ])('a camera that fails with $name is said in words, and the code can be typed', async ({ name, text }) => {
    const getUserMedia = vi.fn(async () => Promise.reject(new DOMException('no', name)));
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
    await openScreen(visit);
    expect(getUserMedia).not.toHaveBeenCalled();
    await pressControl(benchTexts.camera);
    expectAnnounced('alert', text);
    await expectAccessible();
    expect(fieldLabelled(benchTexts.typeLabel).disabled).toBe(false);
    await pressControl(benchTexts.closeCamera);
    expect(hasControl(benchTexts.camera)).toBe(true);
  });

  test('a device without a camera says so after the tap', async () => {
    await openScreen(visit);
    expectNoTexts(benchTexts.cameraMissing);
    await pressControl(benchTexts.camera);
    expectAnnounced('alert', benchTexts.cameraMissing);
  });

  test('a device that can sound plays one high tone for right and two low ones for wrong, and vibrates', async () => {
    const [tones, vibrate] = [hearTones(), vi.fn()];
    Object.defineProperty(navigator, 'vibrate', { configurable: true, value: vibrate });
    await openScreen(visit);
    await pressControl('Right');
    await pressControl('Wrong');
    expect(tones).toEqual([1320, 220, 220]);
    expect(vibrate.mock.calls).toEqual([[[60]], [[180, 80, 180]]]);
  });
});

function scan(text: string): void {
  for (const key of [...text, 'Enter']) fireEvent.keyDown(document.body, { key });
}

/** Records the pitch of each tone that the page starts. */
function hearTones(): number[] {
  const tones: number[] = [];
  const node = { connect: (next: unknown) => next };
  class FakeAudio {
    state = 'running';
    currentTime = 0;
    destination = node;
    createOscillator() {
      const frequency = { value: 0 };
      return { ...node, frequency, start: () => tones.push(frequency.value), stop: () => {} };
    }
    createGain() {
      return { ...node, gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} } };
    }
  }
  Object.defineProperty(globalThis, 'AudioContext', { configurable: true, value: FakeAudio });
  return tones;
}
