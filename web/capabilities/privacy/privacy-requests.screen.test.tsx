import { Plan } from '@vialkeep/contract/plans.ts';
import {
  AdministeredPrivacyRequest,
  createLegalHold,
  decidePrivacyRequest,
  endLegalHold,
  erasePerson,
  listPrivacyRequests,
} from '@vialkeep/contract/privacy.ts';
import { expect, test } from 'vitest';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { tableTexts } from '../../ui/data-table/table.texts.ts';

const texts = privacyTexts.administered;
const visit = { page: '/security/privacy', as: memberOf(Plan.superAdmin) };
const erasure = buildSample(AdministeredPrivacyRequest, {
  id: 7,
  kind: 'erasure',
  state: 'received',
  text: 'Please forget me.',
  due_on: '2026-02-20',
  ended_at: null,
  is_overdue: true,
  person: { id: 1014, name: 'Ada Moore', email: 'ada@example.test', plan: 2, erased: false },
  hold: null,
  may: ['review', 'refuse', 'erase', 'hold'],
});
const rows = { results: [erasure], count: 1 };
const row = texts.rowName(privacyTexts.kinds.erasure, 7);

describeScreen(
  'PrivacyRequestsScreen',
  {
    ...visit,
    answers: [answerWith(listPrivacyRequests, rows)],
    reads: { route: listPrivacyRequests, waiting: texts.loading },
    empty: { answers: [answerWith(listPrivacyRequests, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: ['Ada Moore (#1014)', '20 Feb 2026', texts.overdue],
  },
  () => {
    test('the dialog of an erasure asks for the number of the member and shows why it is refused', async () => {
      server.answer(listPrivacyRequests, rows);
      server.refuse(erasePerson, 'has_vials');
      await openScreen(visit);
      await pressControl(`${texts.erase} ${row}`);
      await expectAccessible();
      await fillFields({ [texts.confirm(1014)]: '#1014' });
      await pressControl(texts.erase);
      expectAnnounced('alert', erasePerson.refusals.has_vials.message);
      expect(server.receivedCalls(erasePerson)).toMatchObject([{ body: { confirm: '#1014' } }]);
      await expectAccessible();
    });

    test('a refusal without an answer is marked at its field, and with an answer it is sent', async () => {
      server.answer(listPrivacyRequests, { ...rows, results: [{ ...erasure, may: ['refuse'] }] });
      server.answer(decidePrivacyRequest, { success: true, message: 'The decision has been saved.' });
      await openScreen(visit);
      await pressControl(`${texts.decide} ${row}`);
      expectTexts('Please forget me.');
      await expectAccessible();
      await pressControl(texts.save);
      expectProblemAt(privacyTexts.answer, 'Answer is required.');
      await fillFields({ [privacyTexts.answer]: 'We store vials of yours.' });
      await pressControl(texts.save);
      expect(server.receivedCalls(decidePrivacyRequest)).toMatchObject([
        { body: { decision: 'refused', answer: 'We store vials of yours.' } },
      ]);
      expectTexts('The decision has been saved.');
    });

    test('a legal hold is set with a reason, and ended after a question', async () => {
      server.answer(listPrivacyRequests, rows);
      server.answer(createLegalHold, buildSample(createLegalHold.answer));
      await openScreen(visit);
      await pressControl(tableTexts.actionsFor(row));
      await pressControl(texts.setHold);
      await fillFields({ [texts.reason]: 'A lawsuit' });
      const held = { ...erasure, hold: { id: 3, reason: 'A lawsuit', since: '2026-03-01T09:00:00.000Z' } };
      server.answer(listPrivacyRequests, {
        count: 1,
        results: [AdministeredPrivacyRequest.parse({ ...held, may: ['end_hold'] })],
      });
      server.answer(endLegalHold, { success: true, message: 'The legal hold has ended.' });
      await pressControl(texts.setHold);
      expect(server.receivedCalls(createLegalHold)).toMatchObject([{ body: { user_id: 1014, reason: 'A lawsuit' } }]);
      await pressControl(tableTexts.actionsFor(row));
      await pressControl(texts.endHold);
      expectTexts(texts.endHoldQuestion);
      await expectAccessible();
      await pressControl(texts.endHold);
      expect(server.receivedCalls(endLegalHold)).toHaveLength(1);
      expect(hasControl(`${texts.erase} ${row}`)).toBe(false);
    });
  },
);
