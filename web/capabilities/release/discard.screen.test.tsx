import { BenchHome, readBenchHome } from '@vialkeep/contract/bench.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { discardVials } from '@vialkeep/contract/release.ts';
import { expect, test } from 'vitest';
import { benchTexts } from '../../components/bench/bench.texts.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { discardTexts as texts } from './release.texts.ts';

const home = BenchHome.parse({
  lab_id: 1002,
  has_operators: false,
  shift: null,
  tiles: { to_receive: 0, in_process: 0, awaiting_release: 0, to_place: 0, to_pick: 0, deviations_open: 0 },
  last: null,
});
const CODE = '0123-4567-Y';
const signature = { id: 5, printed_name: 'lab', meaning: 'discarded' as const, signed_at: '2026-03-02T10:00:00.000Z' };
const visit = {
  page: '/bench/discard',
  address: `/bench/discard?vials=${CODE}`,
  as: memberOf(Plan.lab),
  may: ['bench.use'],
};

describeScreen(
  'DiscardScreen',
  { ...visit, answers: [answerWith(readBenchHome, home)], filled: [CODE, texts.statement, texts.bases.damaged] },
  () => {
    test('a patient’s request is signed with the number of its document', async () => {
      server.answer(readBenchHome, home);
      server.answer(discardVials, { discarded: 1, signature });
      await openScreen(visit);
      await pressControl(texts.bases.patient_request);
      await fillFields({
        [texts.document]: '41',
        [texts.note]: 'As the patient asked',
        [benchTexts.sign.password]: 'secret',
      });
      await pressControl(texts.sign);
      expect(server.receivedCalls(discardVials)).toMatchObject([
        {
          body: {
            vial_codes: [CODE],
            basis: 'patient_request',
            document_id: 41,
            note: 'As the patient asked',
            signature: { password: 'secret' },
          },
        },
      ]);
      expectAnnounced('status', texts.done(1));
      expectTexts(texts.noneYet);
    });

    test('a missing consent is said at the document', async () => {
      server.answer(readBenchHome, home);
      const { message } = discardVials.refusals.consent_missing;
      server.refuse(discardVials, 'consent_missing', { fields: { document_id: message } });
      await openScreen(visit);
      await pressControl(texts.bases.patient_request);
      await fillFields({ [texts.note]: 'Asked', [benchTexts.sign.password]: 'secret' });
      await pressControl(texts.sign);
      expectTexts(message);
    });
  },
);
