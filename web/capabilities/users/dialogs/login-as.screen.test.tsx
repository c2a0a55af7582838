import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { readMoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { generateLoginAsUserToken } from '@vialkeep/contract/session.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { readRevenue } from '@vialkeep/contract/transactions.ts';
import { listUsers, listUserTags } from '@vialkeep/contract/users.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listedUser } from '../../../kernel/testing/users.ts';
import { buildSample } from '../../../testing/build-sample.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { tableTexts } from '../../../ui/data-table/table.texts.ts';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.loginAs;
const listed = listedUser({ may: ['login_as'] });

describe('The question before an administrator logs in as a user', () => {
  useScreens();

  const tab = { opener: null, location: { replace: vi.fn() }, close: vi.fn() };
  beforeEach(() => {
    vi.clearAllMocks();
    // @NOTE the part of a window that the list uses.
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    server.answer(readWaiting, buildSample(readWaiting.answer));
    server.answer(readMoneyOverview, buildSample(readMoneyOverview.answer));
    server.answer(readRevenue, buildSample(readRevenue.answer));
    server.answer(listDomains, []);
    server.answer(listUserTags, []);
    server.answer(listUsers, buildSample(listUsers.answer, { results: [listed], count: 1 }));
  });

  async function openQuestion(): Promise<void> {
    await openScreen({ page: '/dashboard', as: memberOf(Plan.admin) });
    await pressControl(tableTexts.actionsFor(formatPersonName(listed)));
    await pressControl(usersTexts.list.loginAs);
    expectTexts(texts.question, `#${listed.id} - Ana Whitfield`, listed.subscription_name, 'Vialkeep');
  }

  test('F025 Cancel closes the question without a call and without a tab', async () => {
    await openQuestion();
    await expectAccessible();
    await pressControl(texts.cancel);
    expectNoTexts(texts.question);
    expect(window.open).not.toHaveBeenCalled();
  });

  test('F025 the new tab opens the address with the three documented parameters', async () => {
    const answer = { user_id: listed.id, token: 'code', domain: { url: 'https://north.test' } };
    server.answer(generateLoginAsUserToken, buildSample(generateLoginAsUserToken.answer, answer));
    await openQuestion();
    await fillFields({ [texts.reason]: 'A wrong label' });
    await pressControl(texts.confirm);
    expect(server.receivedCalls(generateLoginAsUserToken)).toMatchObject([
      { body: { user_id: listed.id, reason: 'A wrong label' } },
    ]);
    const address = `https://north.test/?login-as-user=true&user-id=${listed.id}&token=code`;
    expect(String(tab.location.replace.mock.calls[0]?.[0])).toBe(address);
    expectNoTexts(texts.question);
  });

  test('F025 a reason that is too short is refused at its field, and no account opens', async () => {
    const fields = { reason: 'At least 3 characters.' };
    server.refuse(generateLoginAsUserToken, 'invalid_input', { fields });
    await openQuestion();
    await fillFields({ [texts.reason]: 'no' });
    await pressControl(texts.confirm);
    expectProblemAt(texts.reason, 'At least 3 characters.');
    expect(tab.close).toHaveBeenCalled();
    expect(tab.location.replace).not.toHaveBeenCalled();
    await pressControl(texts.cancel);
    expectNoTexts(texts.question);
  });

  test('F025 any other refusal closes the question and the tab, and a notice shows the reason', async () => {
    server.refuse(generateLoginAsUserToken, 'unexpected');
    await openQuestion();
    await pressControl(texts.confirm);
    expectAnnounced('alert', commonRefusals.unexpected.message);
    expectNoTexts(texts.question);
    expect(tab.close).toHaveBeenCalled();
    expect(tab.location.replace).not.toHaveBeenCalled();
  });
});
