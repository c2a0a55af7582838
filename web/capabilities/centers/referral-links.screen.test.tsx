import {
  listReferralAssociations,
  ReferralAssociation,
  updateReferralAssociation,
} from '@vialkeep/contract/centers.ts';
import { listUsersByMembership } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced } from '../../testing/expectations.ts';
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
  },
);
