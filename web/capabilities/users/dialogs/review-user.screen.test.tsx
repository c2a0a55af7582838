import { reviewAccount } from '@vialkeep/contract/identity-policy.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { listedUser } from '../../../kernel/testing/users.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../../testing/open-screen.tsx';
import { hasControl, pressControl } from '../../../testing/page-controls.ts';
import { tableTexts } from '../../../ui/data-table/table.texts.ts';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { administration, announceDashboard } from '../testing/administration.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.review;
const center = { subscription: 4, subscription_name: 'Harvest Center', company: 'Quiet Harbour Clinic' };
const waiting = listedUser({ ...center, awaits_review: true, may: ['edit', 'review'] });
const reviewed = listedUser({ ...center, may: ['edit'] });

describe('Review of an account by an administrator', () => {
  useScreens();
  beforeEach(() => announceDashboard([waiting]));

  async function openMenu(): Promise<void> {
    await openScreen(administration);
    await pressControl(tableTexts.actionsFor(formatPersonName(waiting)));
  }

  test('an account that waits says so in its row, and its review removes the note', async () => {
    await openMenu();
    expectTexts(usersTexts.information.awaitsReview);
    await pressControl(usersTexts.list.review);
    expectTexts(texts.question, center.company, waiting.email);
    await expectAccessible();
    server.answer(reviewAccount, { success: true, message: 'The account has been reviewed.' });
    announceDashboard([reviewed]);
    await pressControl(texts.confirm);
    expect(server.receivedCalls(reviewAccount)).toMatchObject([{ params: { id: String(waiting.id) } }]);
    expectAnnounced('status', 'The account has been reviewed.');
    expectNoTexts(texts.question, usersTexts.information.awaitsReview);
  });

  test('a refused review closes the question, announces the reason and leaves the account waiting', async () => {
    server.refuse(reviewAccount, 'not_found');
    await openMenu();
    await pressControl(usersTexts.list.review);
    await pressControl(texts.confirm);
    expectAnnounced('alert', commonRefusals.not_found.message);
    expectNoTexts(texts.question);
    expectTexts(usersTexts.information.awaitsReview);
  });

  test('an account that does not wait has neither the note nor the action', async () => {
    announceDashboard([reviewed]);
    await openMenu();
    expectNoTexts(usersTexts.information.awaitsReview);
    expect(hasControl(usersTexts.list.review)).toBe(false);
  });
});
