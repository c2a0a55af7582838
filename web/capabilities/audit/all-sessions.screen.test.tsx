import { AdministeredSession, listAllSessions } from '@vialkeep/contract/audit.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { auditTexts as texts } from './audit.texts.ts';

const session = buildSample(AdministeredSession, {
  user: { id: 1014, name: 'Rosalind Marsh', plan: Plan.generalMember },
  by: { id: 7, name: 'Ada Admin', plan: Plan.admin },
  reason: 'A question about her order',
  device: 'Firefox on Linux',
  address: '192.0.2.7',
  proved_by: 'passkey',
});
const page = { results: [session], count: 1, count_is_exact: true };

describeScreen('AllSessionsScreen', {
  page: '/security/sessions',
  as: memberOf(Plan.superAdmin),
  answers: [answerWith(listAllSessions, page)],
  reads: { route: listAllSessions, waiting: texts.loadingSessions },
  empty: { answers: [answerWith(listAllSessions, { ...page, results: [], count: 0 })], shows: [texts.noSessions] },
  filled: [
    'Rosalind Marsh #1014',
    'Ada Admin #7: A question about her order',
    'Firefox on Linux from 192.0.2.7',
    'passkey',
  ],
});
