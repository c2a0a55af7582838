import { resetFactors, stepUp } from '@vialkeep/contract/factors.ts';
import { generateLoginAsUserToken } from '@vialkeep/contract/session.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listedUser } from '../../../kernel/testing/users.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, hasControl, pressControl } from '../../../testing/page-controls.ts';
import { tableTexts } from '../../../ui/data-table/table.texts.ts';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { administration, announceDashboard } from '../testing/administration.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.resetFactors;
const person = listedUser({ may: ['change_password', 'login_as'] });

describe('Reset of second factors by an administrator', () => {
  useScreens();
  beforeEach(() => announceDashboard([person]));

  async function openMenu(may: readonly string[]): Promise<void> {
    await openScreen({ ...administration, may });
    await pressControl(tableTexts.actionsFor(formatPersonName(person)));
  }

  test('an administrator without the right has no such action', async () => {
    await openMenu([]);
    expect(hasControl(usersTexts.list.resetFactors)).toBe(false);
  });

  test('the reset asks for a reason, shows a refusal, and announces that it is done', async () => {
    await openMenu(['identity.reset']);
    await pressControl(usersTexts.list.resetFactors);
    expectTexts(texts.effect, `#${person.id} - ${formatPersonName(person)}`);
    await expectAccessible();
    await pressControl(texts.submit);
    expectProblemAt(texts.reason, 'At least 3 characters.');
    expect(server.receivedCalls(resetFactors)).toEqual([]);
    server.refuse(resetFactors, 'no_factor');
    await fillFields({ [texts.reason]: 'Lost the phone' });
    await pressControl(texts.submit);
    expectAnnounced('alert', resetFactors.refusals.no_factor.message);
    server.answer(resetFactors, { success: true, message: 'The second factors are removed.' });
    await pressControl(texts.submit);
    expect(server.receivedCalls(resetFactors).at(-1)).toMatchObject({
      params: { id: String(person.id) },
      body: { reason: 'Lost the phone' },
    });
    expectNoTexts(texts.effect);
    expectAnnounced('status', 'The second factors are removed.');
  });

  test('a login as the user that needs a proof closes its empty tab, and opens another one after the proof', async () => {
    const tab = { opener: null, location: { replace: vi.fn() }, close: vi.fn() };
    // @NOTE the part of a window that the list uses.
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    server.refuse(generateLoginAsUserToken, 'step_up_required', { methods: ['password'] });
    await openMenu([]);
    await pressControl(usersTexts.list.loginAs);
    await pressControl(usersTexts.loginAs.confirm);
    expectTexts('Confirm that it is you');
    expect([open.mock.calls.length, tab.close.mock.calls.length]).toEqual([1, 1]);
    server.answer(stepUp, { success: true, valid_until: '2026-03-02T09:10:00.000Z' });
    server.answer(generateLoginAsUserToken, {
      success: true,
      message: 'Ready.',
      user_id: person.id,
      token: 'code',
      domain: { url: 'https://vialkeep.test' },
    });
    await fillFields({ Password: 'right' });
    await pressControl('Confirm');
    expect(open).toHaveBeenCalledTimes(2);
    expect(tab.location.replace).toHaveBeenCalledTimes(1);
  });
});
