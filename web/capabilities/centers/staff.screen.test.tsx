import {
  approveStaff,
  listPendingReferrals,
  listStaffOfCenter,
  PendingReferral,
  StaffMember,
} from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.staff;
const visit = { page: '/staff-view', as: memberOf(Plan.harvestCenter) };
const asking = buildSample(StaffMember, { id: 88, first_name: 'Ida', last_name: 'Moser', status: 'pending' });
const staff = { staff_list: [asking], may: ['approve' as const, 'remove' as const] };

describeScreen(
  'StaffScreen',
  {
    ...visit,
    answers: [answerWith(listStaffOfCenter, staff), answerWith(listPendingReferrals, [])],
    reads: { route: listStaffOfCenter, waiting: texts.loading },
    empty: {
      answers: [answerWith(listStaffOfCenter, { ...staff, staff_list: [] })],
      shows: [texts.empty, texts.noneYet],
    },
    filled: ['#ID: 88 - Ida Moser', texts.states.pending, texts.waiting(1)],
  },
  () => {
    test('a staff member whom another tab has approved already is refused with the reason', async () => {
      server.answer(listStaffOfCenter, staff);
      server.answer(listPendingReferrals, []);
      server.refuse(approveStaff, 'already_approved');
      await openScreen(visit);
      await pressControl(`${texts.approve} #ID: 88 - Ida Moser`);
      expectAnnounced('alert', approveStaff.refusals.already_approved.message);
    });

    test('a referral center that asks to belong to the center is listed for a decision', async () => {
      server.answer(listStaffOfCenter, { ...staff, staff_list: [] });
      server.answer(listPendingReferrals, [
        buildSample(PendingReferral, { company: 'South Referrals', hc: { id: visit.as.id, company: 'North Clinic' } }),
      ]);
      await openScreen(visit);
      expectTexts(centersTexts.pendingReferrals.title, 'South Referrals');
      await expectAccessible();
    });
  },
);
