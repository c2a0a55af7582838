import { ListedCenter, listCentersOfSalesRep, listReferralCentersOfSalesRep } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { fillFields } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { tableTexts } from '../../ui/data-table/table.texts.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.salesRep;
const as = memberOf(Plan.salesRep);
/** Eleven centers, numbered from 1. */
const several = Array.from({ length: 11 }, (_, index) =>
  buildSample(ListedCenter, {
    id: 2001 + index,
    company: `Clinic ${index + 1}`,
    email: `clinic${index + 1}@example.test`,
  }),
);

const shownRows = () => [...document.querySelectorAll('tbody tr')].length;

async function expectPagesAndFilter(label: string): Promise<void> {
  expectTexts(tableTexts.pageOf(1, 3));
  expect(shownRows()).toBe(5);
  for (const typed of ['2003', 'CLINIC 3', 'clinic3@']) {
    await fillFields({ [tableTexts.filter(label)]: typed });
    await settleScreen(SEARCH_PAUSE_MS);
    expect(shownRows()).toBe(1);
    expectTexts('clinic3@example.test', tableTexts.pageOf(1, 1));
  }
}

const center = buildSample(ListedCenter, { company: 'North Clinic', email: 'north@vialkeep.test' });

describeScreen(
  'SalesRepCentersScreen',
  {
    page: '/harvest-centers',
    as,
    answers: [answerWith(listCentersOfSalesRep, [center])],
    reads: { route: listCentersOfSalesRep, waiting: texts.loading },
    empty: { answers: [answerWith(listCentersOfSalesRep, [])], shows: [texts.noneYet] },
    filled: [texts.centers, 'North Clinic', 'north@vialkeep.test'],
  },
  () => {
    test('F122 the centers of a sales rep are shown five per page and found by id, company and e-mail', async () => {
      server.answer(listCentersOfSalesRep, several);
      await openScreen({ page: '/harvest-centers', as });
      await expectPagesAndFilter(texts.centers);
    });
  },
);

describeScreen(
  'SalesRepReferralCentersScreen',
  {
    page: '/referral-harvest-centers',
    as,
    answers: [answerWith(listReferralCentersOfSalesRep, [center])],
    reads: { route: listReferralCentersOfSalesRep, waiting: texts.loading },
    empty: { answers: [answerWith(listReferralCentersOfSalesRep, [])], shows: [texts.noneYet] },
    filled: [texts.referralCenters, 'North Clinic', 'north@vialkeep.test'],
  },
  () => {
    test('F122 the referral centers of a sales rep are shown five per page and found by id, company and e-mail', async () => {
      server.answer(listReferralCentersOfSalesRep, several);
      await openScreen({ page: '/referral-harvest-centers', as });
      await expectPagesAndFilter(texts.referralCenters);
    });
  },
);
