import {
  approveStaff,
  decideReferral,
  listPendingReferrals,
  listStaffOfCenter,
  PendingReferral,
  removeStaff,
  StaffMember,
} from '@vialkeep/contract/centers.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { tableTexts } from '../../ui/data-table/table.texts.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.staff;
const visit = { page: '/staff-view', as: memberOf(Plan.harvestCenter) };
const asking = buildSample(StaffMember, { id: 88, first_name: 'Ida', last_name: 'Moser', status: 'pending' });
const staff = { staff_list: [asking], may: ['approve' as const, 'remove' as const] };
const referral = buildSample(PendingReferral, {
  user_id: 77,
  company: 'South Referrals',
  hc: { id: visit.as.id, company: 'North Clinic' },
  may: ['decide'],
});

function announce(list: readonly StaffMember[], referrals: readonly PendingReferral[] = []): void {
  server.answer(listStaffOfCenter, { ...staff, staff_list: [...list] });
  server.answer(listPendingReferrals, [...referrals]);
}

async function filterBy(text: string): Promise<void> {
  await fillFields({ [tableTexts.filter(texts.list)]: text });
  await settleScreen(SEARCH_PAUSE_MS);
}

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

    test('F082 the filter finds staff by id, name and e-mail', async () => {
      announce([
        buildSample(StaffMember, { id: 88, first_name: 'Ida', last_name: 'Moser', email: 'ida@vialkeep.test' }),
        buildSample(StaffMember, { id: 91, first_name: 'Igor', last_name: 'Petrov', email: 'igor@vialkeep.test' }),
      ]);
      await openScreen(visit);
      for (const typed of ['91', 'igor PET', 'igor@']) {
        await filterBy(typed);
        expectTexts('#ID: 91 - Igor Petrov');
        expectNoTexts('Ida Moser');
      }
      await filterBy('nobody of that name');
      expectTexts(texts.empty);
    });

    test('F083 a failed removal closes the question, shows the reason in a dialog and leaves the staff member in the list', async () => {
      announce([asking]);
      server.refuse(removeStaff, 'not_found');
      await openScreen(visit);
      await pressControl(`${texts.delete} #ID: 88 - Ida Moser`);
      expectTexts(texts.modal.question, '#88 Ida Moser');
      await pressControl(texts.modal.confirm);
      expectTexts(commonRefusals.not_found.message);
      expectNoTexts(texts.modal.question);
      await expectAccessible();
      await pressControl('OK');
      expectTexts('#ID: 88 - Ida Moser');
    });

    test('F083 a removal that the center cancels is not sent', async () => {
      announce([asking]);
      await openScreen(visit);
      await pressControl(`${texts.delete} #ID: 88 - Ida Moser`);
      await pressControl(texts.modal.cancel);
      expectNoTexts(texts.modal.question);
      expect(server.receivedCalls(removeStaff)).toEqual([]);
    });

    test('F083 staff who act in the center see the list without the buttons that decide', async () => {
      server.answer(listStaffOfCenter, { staff_list: [asking], may: [] });
      server.answer(listPendingReferrals, [{ ...referral, may: [] }]);
      await openScreen(visit);
      expectTexts(texts.readOnly, centersTexts.pendingReferrals.readOnly, 'South Referrals');
      for (const button of [texts.approve, texts.delete]) {
        expect(hasControl(`${button} #ID: 88 - Ida Moser`)).toBe(false);
      }
      for (const button of [centersTexts.pendingReferrals.approve, centersTexts.pendingReferrals.refuse]) {
        expect(hasControl(`${button} #77 - South Referrals`)).toBe(false);
      }
      await expectAccessible();
    });

    test('W-06 a center confirms first that it refuses a referral center', async () => {
      announce([], [referral]);
      server.answer(decideReferral, { success: true, message: 'South Referrals has been turned down.' });
      await openScreen(visit);
      const { refuse, modal } = centersTexts.pendingReferrals;
      await pressControl(`${refuse} #77 - South Referrals`);
      expectTexts(modal.question, '#77 South Referrals');
      await expectAccessible();
      await pressControl(modal.cancel);
      expectNoTexts(modal.question);
      expect(server.receivedCalls(decideReferral)).toEqual([]);

      await pressControl(`${refuse} #77 - South Referrals`);
      server.answer(listPendingReferrals, []);
      await pressControl(modal.confirm);
      expect(server.receivedCalls(decideReferral)).toMatchObject([{ body: { user_id: 77, approve: false } }]);
      expectAnnounced('status', 'South Referrals has been turned down.');
      expectNoTexts(centersTexts.pendingReferrals.title);
    });

    test('W-06 an approval in an outdated tab is refused, and the tab shows the present list', async () => {
      announce([], [referral]);
      server.refuse(decideReferral, 'already_decided');
      await openScreen(visit);
      server.answer(listPendingReferrals, []);
      await pressControl(`${centersTexts.pendingReferrals.approve} #77 - South Referrals`);
      expectAnnounced('alert', decideReferral.refusals.already_decided.message);
      expectNoTexts('South Referrals');
    });
  },
);
