import { beforeEach, expect, test } from 'vitest';
import { clearSession } from '../session/session.ts';
import { standInBrowser } from '../testing/browser.ts';
import { forgetSignUpSigning, keepSignUpSigning, signUpSigning } from './sign-up-signing.ts';

let browser: ReturnType<typeof standInBrowser>;
beforeEach(() => {
  browser = standInBrowser();
});

test('F073 the ids and the flag are stored under the specified names until the sign-up ends', () => {
  expect(signUpSigning()).toBeNull();
  keepSignUpSigning({ templateId: 't-1', docId: 'd-1' });
  expect({ ...browser.localStorage }).toEqual({ templateId: 't-1', docId: 'd-1', 'esign-process-complete': '1' });
  expect(signUpSigning()).toEqual({ templateId: 't-1', docId: 'd-1' });
  forgetSignUpSigning();
  expect(Object.keys(browser.localStorage)).toEqual([]);
});

test('F073 an incomplete pair, or one without the flag, is ignored, and logging out removes it', () => {
  browser.localStorage.setItem('templateId', 't-1');
  browser.localStorage.setItem('esign-process-complete', '1');
  expect(signUpSigning()).toBeNull();
  keepSignUpSigning({ templateId: 't-1', docId: 'd-1' });
  browser.localStorage.removeItem('esign-process-complete');
  expect(signUpSigning()).toBeNull();
  keepSignUpSigning({ templateId: 't-1', docId: 'd-1' });
  clearSession();
  expect(signUpSigning()).toBeNull();
});
