import { AdministeredStaff, listStaff, updateStaff } from '@vialkeep/contract/centers.ts';
import { listUsersByMembership } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { press } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.staffLinks;
const visit = { page: '/hc-staff-manager', as: memberOf(Plan.admin) };
const member = sample(AdministeredStaff, {
  id: 88,
  first_name: 'Ida',
  last_name: 'Moser',
  related_users: [{ id: 412, company: 'North Clinic' }],
});

describeScreen(
  'StaffLinksScreen',
  {
    ...visit,
    answers: [answered(listStaff, [member])],
    reads: { route: listStaff, waiting: texts.loading },
    empty: { answers: [answered(listStaff, [])], shows: [texts.noneYet] },
    filled: ['#ID: 88 - Ida Moser', '#412 - North Clinic'],
  },
  () => {
    test('a change by another administrator is refused and the form says so', async () => {
      server.answer(listStaff, [member]);
      server.answer(listUsersByMembership, []);
      server.refuse(updateStaff, 'changed_meanwhile');
      await openScreen(visit);
      await press(`${texts.edit} #ID: 88 - Ida Moser`);
      await expectAccessible();
      await press(texts.save);
      expectAnnounced('alert', updateStaff.refusals.changed_meanwhile.message);
      expect(server.received(updateStaff)).toMatchObject([{ params: { id: '88' }, body: { staff_hc_ids: '412' } }]);
    });
  },
);
