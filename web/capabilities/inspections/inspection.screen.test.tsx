import {
  closeInspection,
  listSamples,
  OpenInspection,
  openInspection,
  readSample,
  SampleFile,
  sendInspectionCode,
  VerifiedSample,
  verifySample,
} from '@vialkeep/contract/inspections.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { endInspectionSession, storeInspection } from '../../kernel/session/inspection-session.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { inspectionsTexts as texts } from './inspections.texts.ts';

const visit = { page: '/inspection' };
const withKey = { ...visit, address: '/inspection?key=a-key' };
const inspection = buildSample(OpenInspection, {
  agency: 'State agency',
  reason: 'Yearly visit',
  with_names: true,
  patients: null,
  ends_at: '2026-03-09T09:00:00.000Z',
});
const strip = texts.strip('State agency', '9 Mar 2026');
const samples = {
  results: [{ id: 1043, name: 'Ada Moore', vials_available: 4, vials_shipped: 1, changed_at: null }],
  count: 1,
};
const file = buildSample(SampleFile, {
  sample: { id: 1043, name: 'Ada Moore' },
  vials_available: 4,
  vials_shipped: 1,
  changes_count: 500,
});

beforeEach(() => endInspectionSession(null));

describeScreen('InspectionScreen', { ...visit, answers: [], filled: [texts.enter.title, texts.enter.noKey] }, () => {
  test('a wrong code is marked at its field, and the right one enters', async () => {
    server.answer(sendInspectionCode, { success: true, message: 'A code is on its way.' });
    server.refuse(openInspection, 'wrong_code', { fields: { code: openInspection.refusals.wrong_code.message } });
    await openScreen(withKey);
    await expectAccessible();
    await pressControl(texts.enter.send);
    expectAnnounced('status', 'A code is on its way.');
    await fillFields({ [texts.enter.code]: '111111' });
    await pressControl(texts.enter.submit);
    expectProblemAt(texts.enter.code, openInspection.refusals.wrong_code.message);
    await expectAccessible();
    server.answer(openInspection, { token: 'a-token', inspection });
    server.answer(listSamples, samples);
    await fillFields({ [texts.enter.code]: '123456' });
    await pressControl(texts.enter.submit);
    expect(server.receivedCalls(openInspection).at(-1)).toMatchObject({ body: { key: 'a-key', code: '123456' } });
    expectTexts(strip, 'Ada Moore #1043');
    await expectAccessible();
  });

  test('a link of an inspection that has ended is refused in words', async () => {
    server.refuse(sendInspectionCode, 'link_over');
    await openScreen(withKey);
    await pressControl(texts.enter.send);
    expectTexts(sendInspectionCode.refusals.link_over.message);
  });
});

describe('The screen of an inspector who has entered', () => {
  useScreens();
  beforeEach(() => storeInspection({ token: 'a-token', inspection }));

  test('the file of a sample shows each of its parts, without axe violations', async () => {
    server.answer(readSample, file);
    await openScreen({ ...visit, address: '/inspection?sample=1043' });
    expectTexts(strip, texts.sample.title('Ada Moore'), '#1043', texts.sample.vialCounts('4', '1'));
    await expectAccessible();
    for (const part of [
      texts.sample.vialList,
      texts.sample.documents,
      texts.sample.changes,
      texts.sample.openings,
      texts.sample.custody,
    ]) {
      await pressControl(part);
      await expectAccessible();
    }
  });

  test('Verify says that everything is intact, or names each fault', async () => {
    server.answer(readSample, file);
    server.answer(verifySample, buildSample(VerifiedSample, { intact: true, faults: [] }));
    await openScreen({ ...visit, address: '/inspection?sample=1043' });
    await pressControl(texts.sample.verify);
    expectAnnounced('status', texts.verified.intact);
    const faults = ['Document 7: its file is missing or was changed.'];
    server.answer(verifySample, buildSample(VerifiedSample, { intact: false, faults }));
    await pressControl(texts.sample.verify);
    expectTexts(texts.verified.broken, ...faults);
    await expectAccessible();
  });

  test('without names documents are listed, and the page says why they cannot be read', async () => {
    storeInspection({ token: 'a-token', inspection: { ...inspection, with_names: false } });
    const documents = file.documents.map((document) => ({ ...document, document_id: '' }));
    server.answer(readSample, { ...file, sample: { ...file.sample, name: '#1043' }, documents });
    await openScreen({ ...visit, address: '/inspection?sample=1043' });
    await pressControl(texts.sample.documents);
    expectTexts(texts.sample.notShown);
    expect(hasControl(texts.sample.download)).toBe(false);
  });

  test('after an administrator ended the inspection, the next call shows that it is over', async () => {
    server.refuse(listSamples, 'inspection_over');
    await openScreen(visit);
    expectTexts(listSamples.refusals.inspection_over.message, texts.enter.noKey);
    expectNoTexts(strip);
    await expectAccessible();
  });

  test('leaving ends the session', async () => {
    server.answer(listSamples, samples);
    server.answer(closeInspection, { success: true, message: 'You have left the inspection.' });
    await openScreen(visit);
    await pressControl(texts.leave);
    expect(server.receivedCalls(closeInspection)).toHaveLength(1);
    expectNoTexts(strip);
  });
});
