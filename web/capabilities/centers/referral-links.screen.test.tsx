import {
  listReferralAssociations,
  ReferralAssociation,
  updateReferralAssociation,
} from '@vialkeep/contract/centers.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
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

const texts = centersTexts.referralLinks;
const visit = { page: '/rhc-manager', as: memberOf(Plan.admin) };
const association = buildSample(ReferralAssociation, {
  id: 77,
  rhc_desc: { id: 77, company: 'South Referrals' },
  hc_desc: [{ id: 412, company: 'North Clinic' }],
});

describeScreen(
  'ReferralLinksScreen',
  {
    ...visit,
    answers: [answerWith(listReferralAssociations, [association])],
    reads: { route: listReferralAssociations, waiting: texts.loading },
    empty: { answers: [answerWith(listReferralAssociations, [])], shows: [texts.noneYet] },
    filled: ['#ID: 77 - South Referrals', '#412 - North Clinic'],
  },
  () => {
    test('a change by another administrator is refused and the form says so', async () => {
      server.answer(listReferralAssociations, [association]);
      server.answer(listUsersByMembership, []);
      server.refuse(updateReferralAssociation, 'changed_meanwhile');
      await openScreen(visit);
      await pressControl(`${texts.edit} #ID: 77 - South Referrals`);
      await expectAccessible();
      await pressControl(texts.save);
      expectAnnounced('alert', updateReferralAssociation.refusals.changed_meanwhile.message);
      expect(server.receivedCalls(updateReferralAssociation)).toMatchObject([
        { params: { id: '77' }, body: { rhc_hc_ids: '412' } },
      ]);
    });

    test('F148 the second of two concurrent saves shows what saving again does to the first one’s links', async () => {
      server.answer(listReferralAssociations, [association]);
      server.answer(listUsersByMembership, []);
      server.refuse(updateReferralAssociation, 'changed_meanwhile');
      await openScreen(visit);
      await pressControl(`${texts.edit} #ID: 77 - South Referrals`);
      server.answer(listReferralAssociations, [
        { ...association, hc_desc: [{ id: 413, company: 'Harbor Steps' }], version: 1 },
      ]);
      await pressControl(texts.save);
      expectTexts(`#413 - Harbor Steps${texts.states.ended}`, `#412 - North Clinic${texts.states.added}`);
      await pressControl(texts.save);
      expect(server.receivedCalls(updateReferralAssociation).map(({ body }) => body.version)).toEqual([0, 1]);
    });

    test('W-06 a center that has not approved yet is shown as pending, and saving approves it', async () => {
      const waiting = { ...association, hc_desc: [], pending: [{ id: UserId.parse(414), company: 'East Clinic' }] };
      server.answer(listReferralAssociations, [waiting]);
      server.answer(listUsersByMembership, []);
      server.answer(
        updateReferralAssociation,
        buildSample(updateReferralAssociation.answer, { ...association, code: 'Success' }),
      );
      await openScreen(visit);
      expectTexts(`#414 - East Clinic ${texts.pending}`);
      await pressControl(`${texts.edit} #ID: 77 - South Referrals`);
      expectTexts(texts.asked('#414 - East Clinic'), texts.states.approved);
      await expectAccessible();
      await pressControl(texts.save);
      expect(server.receivedCalls(updateReferralAssociation)).toMatchObject([{ body: { rhc_hc_ids: '414' } }]);
      expectAnnounced('status', texts.saved);
    });
  },
);
