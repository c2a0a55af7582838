import { AuditRow, listAudit } from '@vialkeep/contract/audit.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { auditTexts as texts } from './audit.texts.ts';

const visit = { page: '/security', as: memberOf(Plan.superAdmin) };
const row = buildSample(AuditRow, {
  action: 'users.edit',
  subject: 'user',
  subject_id: '1014',
  changes: { city: { before: 'Graz', after: 'Linz' } },
  address: '192.0.2.7',
});
const rows = { results: [row], count: 1, count_is_exact: true, accepted_unsafe: ['Cookies travel without TLS.'] };

describeScreen(
  'SecurityScreen',
  {
    ...visit,
    answers: [answerWith(listAudit, rows)],
    reads: { route: listAudit, waiting: texts.loading },
    empty: {
      answers: [answerWith(listAudit, { ...rows, results: [], count: 0 })],
      shows: [texts.noneYet],
    },
    filled: ['users.edit', '192.0.2.7', 'Cookies travel without TLS.'],
  },
  () => {
    test('the panel of a row shows the value before and after the change', async () => {
      server.answer(listAudit, rows);
      await openScreen(visit);
      await pressControl(`${texts.open} users.edit, user #1014`);
      expectTexts('Graz', 'Linz');
      await expectAccessible();
    });
  },
);
