import { listOwnAccess } from '@vialkeep/contract/access-records.ts';
import { readIdentity } from '@vialkeep/contract/factors.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import {
  askForPrivacy,
  listOwnPrivacyRequests,
  OwnPrivacyRequest,
  readPrivacyExport,
  withdrawPrivacyRequest,
} from '@vialkeep/contract/privacy.ts';
import { listSessions } from '@vialkeep/contract/session.ts';
import { expect, test } from 'vitest';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';

const texts = privacyTexts.own;
const visit = { page: '/settings', as: memberOf(Plan.generalMember), may: ['privacy.request'] };
const erasure = buildSample(OwnPrivacyRequest, {
  id: 8,
  kind: 'erasure',
  state: 'in_review',
  due_on: '2026-03-30',
  ended_at: null,
  file: null,
  may: ['withdraw'],
});
const copy = buildSample(OwnPrivacyRequest, {
  id: 9,
  kind: 'export',
  state: 'done',
  ended_at: '2026-03-01T09:00:00.000Z',
  file: { bytes: 100, until: '2026-03-08T09:00:00.000Z' },
  may: ['download'],
});
const list = { results: [copy, erasure] };

/** The other cards of the settings page read as well. */
const identity = buildSample(readIdentity.answer);
function answerOtherCards(): void {
  server.answer(listSessions, []);
  server.answer(listOwnAccess, { results: [], count: 0 });
  server.answer(readIdentity, identity);
}

describeScreen(
  'YourData',
  {
    ...visit,
    answers: [
      answerWith(listSessions, []),
      answerWith(listOwnAccess, { results: [], count: 0 }),
      answerWith(readIdentity, identity),
      answerWith(listOwnPrivacyRequests, list),
    ],
    reads: { route: listOwnPrivacyRequests, waiting: texts.loading },
    empty: { answers: [answerWith(listOwnPrivacyRequests, { results: [] })], shows: [texts.noneYet] },
    filled: [texts.title, privacyTexts.states.in_review, '30 Mar 2026', texts.until('8 Mar 2026')],
  },
  () => {
    test('a question without words is marked at its field, and with words it is sent', async () => {
      answerOtherCards();
      server.answer(listOwnPrivacyRequests, { results: [] });
      server.answer(askForPrivacy, buildSample(askForPrivacy.answer, { message: 'We have received your request.' }));
      await openScreen(visit);
      await pressControl(texts.ask.question);
      await expectAccessible();
      await pressControl(texts.send);
      expectProblemAt(texts.text.question, 'Write what you would like us to do.');
      await fillFields({ [texts.text.question]: 'Who sees my record?' });
      await pressControl(texts.send);
      expect(server.receivedCalls(askForPrivacy)).toMatchObject([
        { body: { kind: 'question', text: 'Who sees my record?' } },
      ]);
      expectAnnounced('status', 'We have received your request.');
    });

    test('a second erasure is refused, and the dialog says so', async () => {
      answerOtherCards();
      server.answer(listOwnPrivacyRequests, list);
      server.refuse(askForPrivacy, 'already_asked');
      await openScreen(visit);
      await pressControl(texts.ask.erasure);
      expectTexts(texts.lead.erasure);
      await pressControl(texts.send);
      expectAnnounced('alert', askForPrivacy.refusals.already_asked.message);
      await expectAccessible();
    });

    test('a request is withdrawn after a question', async () => {
      answerOtherCards();
      server.answer(listOwnPrivacyRequests, list);
      server.answer(withdrawPrivacyRequest, { success: true, message: 'The request has been withdrawn.' });
      await openScreen(visit);
      await pressControl(`${texts.withdraw} ${texts.name(privacyTexts.kinds.erasure, 8)}`);
      expectTexts(texts.withdrawQuestion);
      await expectAccessible();
      await pressControl(texts.withdrawTitle);
      expect(server.receivedCalls(withdrawPrivacyRequest)).toHaveLength(1);
    });

    test('a download that is refused is announced', async () => {
      answerOtherCards();
      server.answer(listOwnPrivacyRequests, list);
      server.refuse(readPrivacyExport, 'export_over');
      await openScreen(visit);
      await pressControl(`${texts.download} ${texts.name(privacyTexts.kinds.export, 9)}`);
      expectAnnounced('alert', readPrivacyExport.refusals.export_over.message);
    });

    test('a user without the right sees no card', async () => {
      answerOtherCards();
      await openScreen({ ...visit, may: [] });
      expectNoTexts(texts.title);
    });
  },
);
