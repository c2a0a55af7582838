import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { describeScreen } from '../testing/describe-screen.ts';
import { openScreen, shownAddress } from '../testing/open-screen.tsx';
import { pressControl } from '../testing/page-controls.ts';
import { memberOf } from '../testing/people.ts';
import { texts } from './shell.texts.ts';

const visit = { page: '/unknown-address' };

describeScreen(
  'NotFoundScreen',
  { ...visit, answers: [], filled: [texts.notFound.title, texts.notFound.lead, texts.toDashboard] },
  () => {
    test('an unknown address links to the dashboard', async () => {
      await openScreen({ ...visit, address: '/no/such/page', as: memberOf(Plan.generalMember) });
      await pressControl(texts.toDashboard);
      expect(shownAddress()).toBe('/dashboard');
    });
  },
);
