import { AdministeredStaff, listStaff, updateStaff } from '@vialkeep/contract/centers.ts';
import { listUsersByMembership } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.staffLinks;
const visit = { page: '/hc-staff-manager', as: memberOf(Plan.admin) };
const member = buildSample(AdministeredStaff, {
  id: 88,
  first_name: 'Ida',
  last_name: 'Moser',
  related_users: [{ id: 412, company: 'North Clinic' }],
});

describeScreen(
  'StaffLinksScreen',
  {
    ...visit,
    answers: [answerWith(listStaff, [member])],
    reads: { route: listStaff, waiting: texts.loading },
    empty: { answers: [answerWith(listStaff, [])], shows: [texts.noneYet] },
    filled: ['#ID: 88 - Ida Moser', '#412 - North Clinic'],
  },
  () => {
    test('a change by another administrator is refused and the form says so', async () => {
      server.answer(listStaff, [member]);
      server.answer(listUsersByMembership, []);
      server.refuse(updateStaff, 'changed_meanwhile');
      await openScreen(visit);
      await pressControl(`${texts.edit} #ID: 88 - Ida Moser`);
      await expectAccessible();
      await pressControl(texts.save);
      expectAnnounced('alert', updateStaff.refusals.changed_meanwhile.message);
      expect(server.receivedCalls(updateStaff)).toMatchObject([
        { params: { id: '88' }, body: { staff_hc_ids: '412' } },
      ]);
    });

    test('F147 the second of two concurrent saves shows what saving again does to the first one’s links', async () => {
      server.answer(listStaff, [member]);
      server.answer(listUsersByMembership, []);
      server.refuse(updateStaff, 'changed_meanwhile');
      await openScreen(visit);
      await pressControl(`${texts.edit} #ID: 88 - Ida Moser`);
      server.answer(listStaff, [{ ...member, related_users: [{ id: 413, company: 'Harbor Steps' }], version: 1 }]);
      await pressControl(texts.save);
      expectTexts(`#413 - Harbor Steps${texts.states.ended}`, `#412 - North Clinic${texts.states.added}`);
      await pressControl(texts.save);
      expect(server.receivedCalls(updateStaff).map(({ body }) => body.version)).toEqual([0, 1]);
    });
  },
);
