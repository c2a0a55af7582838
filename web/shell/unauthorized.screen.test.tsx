import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { noteRights, rememberWhy } from '../kernel/session/rights.ts';
import { describeScreen } from '../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../testing/expectations.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { memberOf } from '../testing/people.ts';
import { texts } from './shell.texts.ts';

const visit = { page: '/unauthorized' };

describeScreen('UnauthorizedScreen', { ...visit, answers: [], filled: [texts.unauthorized, texts.toDashboard] }, () => {
  test('a user whose right was taken away while the page was open reads so', async () => {
    const user = memberOf(Plan.admin);
    noteRights(user);
    rememberWhy({ ...user, tags: [1] });
    await openScreen(visit);
    expectTexts(texts.takenAway);
    await expectAccessible();
    rememberWhy(null);
  });
});
