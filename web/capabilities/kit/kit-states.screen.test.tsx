import { test } from 'vitest';
import { QUIET_WAIT_MS } from '../../kernel/timings.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectTexts } from '../../testing/expectations.ts';
import { openScreen, settleScreen } from '../../testing/open-screen.tsx';
import { tableTexts } from '../../ui/data-table/table.texts.ts';

const visit = { page: '/dev/kit/states' };

describeScreen(
  'KitStatesScreen',
  { ...visit, answers: [], filled: ['Waiting', 'Could not be loaded', 'Could not be renewed', tableTexts.empty] },
  () => {
    test('F019 a table that waits for its rows says so after a moment', async () => {
      await openScreen(visit);
      await settleScreen(QUIET_WAIT_MS);
      expectTexts('Loading users...');
    });
  },
);
