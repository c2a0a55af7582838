import { readMoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { describe, expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { openScreen, server, useScreens } from '../../testing/open-screen.tsx';
import { overviewTexts } from '../money-overview/money-overview.texts.ts';
import { administration, announceDashboard } from '../users/testing/administration.ts';
import { waitingTexts } from '../waiting/waiting.texts.ts';

const texts = overviewTexts.card;

/** The links of a card with their words. */
function linksOf(title: string): (string | null)[][] {
  const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === title);
  const links = heading?.closest('section')?.querySelectorAll('a') ?? [];
  return [...links].map((link) => [link.textContent, link.getAttribute('href')]);
}

describe('Money on the dashboard', () => {
  useScreens();

  test('each figure of the card is that of the overview and opens what is behind it', async () => {
    announceDashboard();
    const overview = buildSample(readMoneyOverview.answer);
    server.answer(readMoneyOverview, {
      ...overview,
      owed: { ...overview.owed, held: 100, payable: 200 },
      refunds_waiting: 2,
      differences: 5,
    });
    await openScreen(administration);
    expect(linksOf(texts.title)).toEqual([
      [texts.open, '/money/overview'],
      [`$200.00 ${texts.owed}`, '/money/commissions?f.owed=payable'],
      [`$100.00 ${texts.held}`, '/money/commissions?f.owed=held'],
      [`2 ${texts.refunds}`, '/money/refunds'],
      [`5 ${texts.differences}`, '/money/reconciliation?f.state=open'],
    ]);
  });

  test('each kind of waiting money has a tile that opens its list', async () => {
    announceDashboard();
    server.answer(readWaiting, {
      ...buildSample(readWaiting.answer),
      labels_without_file: 0,
      labels_not_told: 0,
      documents_pending: 0,
      commissions_unpaid: 0,
      sites_without_dns: 0,
      privacy_due: 0,
      refunds_to_approve: 1,
      payout_runs_to_approve: 2,
      disputes_open: 3,
      differences: 4,
      storage_decisions: 5,
    });
    await openScreen(administration);
    const { tiles, title } = waitingTexts;
    expect(linksOf(title)).toEqual([
      [tiles.refunds_to_approve, '/money/refunds?f.state=requested'],
      [tiles.disputes_open, '/money/commissions'],
      [tiles.differences, '/money/reconciliation?f.state=open'],
      [tiles.storage_decisions, '/money/storage?f.decision=waiting'],
      [tiles.payout_runs_to_approve, '/money/payouts?f.state=draft'],
    ]);
  });
});
