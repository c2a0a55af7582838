import { expect, test } from 'vitest';
import { UNSAVED_QUESTION } from '../../kernel/navigation/unsaved.ts';
import { BAR_EXIT_MS, ERROR_BAR_MS, SUCCESS_BAR_MS } from '../../kernel/timings.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, settleScreen, user } from '../../testing/open-screen.tsx';
import { controlNamed, fillFields, pressControl, TRANSITION_MS } from '../../testing/page-controls.ts';

const visit = { page: '/dev/kit/feedback' };

describeScreen('KitFeedbackScreen', { ...visit, answers: [], filled: ['Words for states', 'Nothing there'] }, () => {
  test.each([
    { kind: 'Success', role: 'status', text: 'Record has been updated!', ms: SUCCESS_BAR_MS },
    { kind: 'Error', role: 'alert', text: 'Coupon code already exists.', ms: ERROR_BAR_MS },
  ] as const)('F021 the bar $kind is announced and closes after $ms ms and not earlier', async (bar) => {
    await openScreen(visit);
    await user.click(controlNamed(bar.kind));
    await settleScreen(bar.ms - 200);
    expectAnnounced(bar.role, bar.text);
    await settleScreen(200 + BAR_EXIT_MS + TRANSITION_MS);
    expectNoTexts(bar.text);
  });

  test('F021 V-01 a bar stays open while the pointer is on it, and closes after it leaves', async () => {
    await openScreen(visit);
    await user.click(controlNamed('Success'));
    await settleScreen();
    const bar = [...document.querySelectorAll('[data-tone]')].find((one) => one.textContent?.includes('updated!'));
    await user.hover(bar ?? document.body);
    await settleScreen(SUCCESS_BAR_MS * 2);
    expectTexts('Record has been updated!');
    await user.unhover(bar ?? document.body);
    await settleScreen(SUCCESS_BAR_MS + BAR_EXIT_MS + TRANSITION_MS);
    expectNoTexts('Record has been updated!');
  });

  test.each(['Plain', 'Confirm', 'Message', 'Alert'])('F022 Escape cancels the modal %s', async (kind) => {
    await openScreen(visit);
    await pressControl(kind);
    expect(modals()).toBe(1);
    await expectAccessible();
    await user.keyboard('{Escape}');
    await settleScreen(TRANSITION_MS);
    expect(modals()).toBe(0);
  });

  test('F022 a modal with unsaved input asks before it closes', async () => {
    await openScreen(visit);
    await pressControl('Form');
    await fillFields({ 'E-mail': 'half@' });
    await user.keyboard('{Escape}');
    await settleScreen(TRANSITION_MS);
    expectTexts(UNSAVED_QUESTION.title);
    await expectAccessible();
    await pressControl(UNSAVED_QUESTION.leave);
    expect(modals()).toBe(0);
  });
});

function modals(): number {
  return document.querySelectorAll('[aria-modal="true"]').length;
}
