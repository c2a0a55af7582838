import { Plan } from '@vialkeep/contract/plans.ts';
import {
  AdministeredPrivacyRequest,
  listKeptPapers,
  listPrivacyRequests,
  readKeptPaper,
} from '@vialkeep/contract/privacy.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { tableTexts } from '../../ui/data-table/table.texts.ts';

const texts = privacyTexts.administered;
const erased = buildSample(AdministeredPrivacyRequest, {
  id: 7,
  kind: 'erasure',
  state: 'done',
  ended_at: '2026-02-20T09:00:00.000Z',
  person: { id: 1014, name: 'Erased member #1014', email: 'erased-1014@erased.invalid', plan: 2, erased: true },
  hold: null,
  may: ['read_papers'],
});
const row = texts.rowName(privacyTexts.kinds.erasure, 7);
const consent = { id: 31, name: 'Consent', signed_at: '2026-01-05T10:00:00.000Z', kept_until: '2036-01-05' };

describe('Papers kept of an erased member', () => {
  useScreens();
  beforeEach(() => server.answer(listPrivacyRequests, { results: [erased], count: 1 }));

  async function openPapers(): Promise<void> {
    await openScreen({ page: '/security/privacy', as: memberOf(Plan.superAdmin) });
    await pressControl(tableTexts.actionsFor(row));
    await pressControl(texts.papers);
  }

  test('a paper is asked for with a reason, and a changed file is refused in the dialog', async () => {
    server.answer(listKeptPapers, { results: [consent] });
    server.refuse(readKeptPaper, 'integrity');
    await openPapers();
    expectTexts(texts.papersLead, 'Consent, signed 5 Jan 2026, kept until 5 Jan 2036');
    await expectAccessible();
    await pressControl(texts.downloadPaper);
    expectProblemAt(texts.reason, 'Reason is required.');
    expect(server.receivedCalls(readKeptPaper)).toEqual([]);
    await fillFields({ [texts.reason]: 'A court asks' });
    await pressControl(texts.downloadPaper);
    expect(server.receivedCalls(readKeptPaper)).toMatchObject([
      { params: { id: '31' }, body: { reason: 'A court asks' } },
    ]);
    expectAnnounced('alert', readKeptPaper.refusals.integrity.message);
  });

  test('one of several papers must be chosen before it is asked for', async () => {
    server.answer(listKeptPapers, { results: [consent, { ...consent, id: 32, name: 'Order', signed_at: null }] });
    await openPapers();
    await fillFields({ [texts.reason]: 'A court asks' });
    await pressControl(texts.downloadPaper);
    expectProblemAt(texts.paper, texts.paperRequired);
  });

  test('a member without kept papers is said to have none', async () => {
    server.answer(listKeptPapers, { results: [] });
    await openPapers();
    expectTexts(texts.noPapers);
    await expectAccessible();
  });

  test('an administrator who may not read them has no such action', async () => {
    server.answer(listPrivacyRequests, { results: [{ ...erased, may: [] }], count: 1 });
    await openScreen({ page: '/security/privacy', as: memberOf(Plan.admin) });
    expect(hasControl(tableTexts.actionsFor(row))).toBe(false);
  });
});
