import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { accessCenter, listAssociatedCenters } from '@vialkeep/contract/session.ts';
import { describe, expect, test } from 'vitest';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, useScreens } from '../../testing/open-screen.tsx';
import { fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { frameTexts } from './frame.texts.ts';

const texts = frameTexts.centers;
const visit = { page: '/dashboard', as: memberOf(Plan.staff), may: ['session.access_center'] };
const stein = { id: UserId.parse(31), company: 'Stein Clinic' };
const harbor = { id: UserId.parse(58), company: 'Harbor Surgery' };

describe('The centers of a staff member on the dashboard', () => {
  useScreens();

  test('F029 the list finds a center by its id and by its company in any letter case', async () => {
    server.answer(listAssociatedCenters, [stein, harbor]);
    await openScreen(visit);
    expectTexts('#ID: 31 Stein Clinic', '#ID: 58 Harbor Surgery');
    await fillFields({ [`Filter ${texts.title}`]: 'HARBOR' });
    expectTexts('#ID: 58 Harbor Surgery');
    expectNoTexts('#ID: 31 Stein Clinic');
    await fillFields({ [`Filter ${texts.title}`]: '31' });
    expectTexts('#ID: 31 Stein Clinic');
    expectNoTexts('#ID: 58 Harbor Surgery');
    await fillFields({ [`Filter ${texts.title}`]: 'no such center' });
    expectNoTexts('#ID: 31 Stein Clinic', '#ID: 58 Harbor Surgery');
    expectTexts("Empty table. There's nothing to show");
  });

  test('F029 a staff member whom no center has accepted reads how a center appears here', async () => {
    server.answer(listAssociatedCenters, []);
    await openScreen(visit);
    expectTexts("Empty table. There's nothing to show", texts.noneYet);
    expect(hasControl(texts.access)).toBe(false);
  });

  test('F030 a refused entry to a center closes the question and shows the reason', async () => {
    server.answer(listAssociatedCenters, [stein]);
    server.refuse(accessCenter, 'not_found');
    await openScreen(visit);
    await pressControl(texts.access);
    expectTexts(texts.modal.question);
    await expectAccessible();
    await pressControl(texts.modal.confirm);
    expectAnnounced('alert', commonRefusals.not_found.message);
    expectNoTexts(texts.modal.question);
  });
});
