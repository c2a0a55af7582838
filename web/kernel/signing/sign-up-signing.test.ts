import { beforeEach, expect, test } from 'vitest';
import { clearSession } from '../session/session.ts';
import { standInBrowser } from '../testing/browser.ts';
import { forgetSignUpSigning, keepSignUpSigning, signUpSigning } from './sign-up-signing.ts';

let browser: ReturnType<typeof standInBrowser>;
beforeEach(() => {
  browser = standInBrowser();
});

test('F073: the pair and the flag are kept under the names of the specification until the sign-up is over', () => {
  expect(signUpSigning()).toBeNull();
  keepSignUpSigning({ templateId: 't-1', docId: 'd-1' });
  expect({ ...browser.localStorage }).toEqual({ templateId: 't-1', docId: 'd-1', 'esign-process-complete': '1' });
  expect(signUpSigning()).toEqual({ templateId: 't-1', docId: 'd-1' });
  forgetSignUpSigning();
  expect(Object.keys(browser.localStorage)).toEqual([]);
});

test('F073: half a pair, or one without the flag, is none; logging out forgets it', () => {
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
