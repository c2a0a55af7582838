import { fireEvent } from '@testing-library/react';
import { Harvest, listHarvests, recordHarvest } from '@vialkeep/contract/harvests.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listPatientOptionsOfCenter } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import { fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.harvest;
const visit = { page: '/harvest-day', as: memberOf(Plan.harvestCenter) };
const harvest = buildSample(Harvest, {
  id: 5,
  kit_code: '0123-4567-Y',
  patient: { id: UserId.parse(1030), name: 'Ana Whitfield' },
  center: { id: UserId.parse(40), company: 'Elm Clinic' },
  arrival_id: null,
});
const announced = [
  answerWith(listHarvests, { results: [harvest], count: 1 }),
  answerWith(listPatientOptionsOfCenter, [{ label: 'Ana Whitfield', value: 1030 }]),
];
const open = async () => {
  for (const announce of announced) announce(server);
  await openScreen(visit);
};
const scan = async (text: string) => {
  for (const key of [...text, 'Enter']) fireEvent.keyDown(document.body, { key });
  await settleScreen();
};

describeScreen(
  'HarvestDayScreen',
  { ...visit, answers: announced, filled: [texts.lead, 'K-0123-4567-Y', texts.onTheWay] },
  () => {
    test('a clinic chooses the patient, scans the kit and records the harvest with what is not signed yet', async () => {
      await open();
      server.answer(recordHarvest, { harvest, sent_here: false, pending_consents: ['storage'] });
      await user.selectOptions(document.querySelector('select') as HTMLSelectElement, '1030');
      await scan('K01234567Y');
      await fillFields({ [texts.volume]: '40' });
      await pressControl(texts.save);
      expect(server.receivedCalls(recordHarvest)).toMatchObject([
        { body: { patient_id: 1030, kit_code: '0123-4567-Y', volume_ml: 40 } },
      ]);
      expectAnnounced('status', `Done: ${texts.saved('K-0123-4567-Y')}`);
      expectTexts(texts.notSentHere, texts.pending('Storage'));
    });

    test('a kit that was used is said, and a code of another kind is not taken', async () => {
      await open();
      await scan('V01234567Y');
      expectAnnounced('alert', `Not done: ${intakeTexts.noCode}`);
      server.refuse(recordHarvest, 'kit_used', { fields: { kit_code: recordHarvest.refusals.kit_used.message } });
      await user.selectOptions(document.querySelector('select') as HTMLSelectElement, '1030');
      await scan('K01234567Y');
      await pressControl(texts.save);
      expectAnnounced('alert', `Not done: ${recordHarvest.refusals.kit_used.message}`);
    });
  },
);
