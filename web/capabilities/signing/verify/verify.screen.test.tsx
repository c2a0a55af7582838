import { readTimestampAuthority } from '@vialkeep/contract/document-timestamps.ts';
import { verifyCode, verifyFile } from '@vialkeep/contract/documents.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server } from '../../../testing/open-screen.tsx';
import { chooseFile, expectProblemAt, fieldLabelled, pressControl } from '../../../testing/page-controls.ts';
import { signingTexts } from '../signing.texts.ts';

const texts = signingTexts.verify;
const visit = { page: '/verify' };
const verified = buildSample(verifyCode.answer, { verdict: 'altered', site: 'North Clinic' });

describeScreen(
  'VerifyScreen',
  { ...visit, answers: [], filled: [texts.title, texts.lead, texts.fileLabel, texts.codeLabel] },
  () => {
    test('an altered file is named as altered', async () => {
      server.answer(verifyFile, verified);
      await openScreen(visit);
      await chooseFile(texts.fileLabel, new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }));
      expectTexts(texts.altered, texts.alteredMore, 'North Clinic');
      await expectAccessible();
    });

    test('a code in the address is filled in, and its answer is shown', async () => {
      server.answer(verifyCode, buildSample(verifyCode.answer, { verdict: 'not_ours' }));
      await openScreen({ ...visit, address: '/verify?code=AB-12' });
      expect(fieldLabelled(texts.codeLabel).value).toBe('AB-12');
      await pressControl(texts.submit);
      expect(server.receivedCalls(verifyCode)).toMatchObject([{ params: { code: 'AB-12' } }]);
      expectTexts(texts.unknown, texts.unknownCode);
      await expectAccessible();
    });

    test.each([
      ['of the own authority', { by: 'own clock', own: true }, texts.ownClock],
      ['of an outside authority', { by: 'tsa.example', own: false }, 'tsa.example'],
    ])('a time stamp %s is shown with its time and can be downloaded', async (_whose, stamp, shownAs) => {
      const timestamp = { ...stamp, at: '2026-11-17T20:41:01.000Z', url: '/api/v1/documents/verify/AB/timestamp.tsr' };
      server.answer(verifyCode, buildSample(verifyCode.answer, { verdict: 'unaltered', timestamp }));
      await openScreen({ ...visit, address: '/verify?code=AB' });
      await pressControl(texts.submit);
      expectTexts(texts.stampedAt, shownAs, stamp.own ? texts.ownStampHelp : texts.stampHelp);
      const links = [...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'));
      expect(links).toEqual([timestamp.url, ...(stamp.own ? [readTimestampAuthority.path] : [])]);
      await expectAccessible();
    });

    test('a document without a time stamp shows neither a time nor a download', async () => {
      server.answer(verifyCode, buildSample(verifyCode.answer, { verdict: 'unaltered', timestamp: undefined }));
      await openScreen({ ...visit, address: '/verify?code=AB' });
      await pressControl(texts.submit);
      expectTexts(texts.known);
      expect(document.querySelectorAll('a[download]')).toHaveLength(0);
      expect(document.body.textContent).not.toContain(texts.stampedAt);
    });

    test('too many attempts are refused with the reason', async () => {
      server.refuse(verifyCode, 'too_many_requests');
      await openScreen({ ...visit, address: '/verify?code=AB-12' });
      await pressControl(texts.submit);
      expectAnnounced('alert', commonRefusals.too_many_requests.message);
    });

    test('an empty code is not sent', async () => {
      await openScreen(visit);
      await pressControl(texts.submit);
      expectProblemAt(texts.codeLabel, 'required');
      await expectAccessible();
    });
  },
);
