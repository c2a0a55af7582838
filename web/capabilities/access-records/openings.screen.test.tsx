import { AccessRecord, listAccess } from '@vialkeep/contract/access-records.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { openingsTexts as texts } from './openings.texts.ts';

const admin = { id: 7, name: 'Ada Admin', plan: Plan.admin };
const opening = buildSample(AccessRecord, {
  id: '0',
  actor: admin,
  user: { id: 4, name: 'Maria Stein', plan: Plan.harvestCenter },
  what: 'record',
  subject: { id: 1014, name: 'Rosalind Marsh', plan: Plan.generalMember },
  object: '',
  seen: null,
  reason: 'A question about her order',
});
const list = buildSample(AccessRecord, {
  id: '1',
  actor: admin,
  user: admin,
  what: 'list',
  subject: null,
  object: 'search marsh',
  seen: 12,
  reason: null,
});
const page = { results: [opening, list], count: 2, count_is_exact: true };

describeScreen('OpeningsScreen', {
  page: '/security/openings',
  as: memberOf(Plan.superAdmin),
  answers: [answerWith(listAccess, page)],
  reads: { route: listAccess, waiting: texts.loading },
  empty: { answers: [answerWith(listAccess, { ...page, results: [], count: 0 })], shows: [texts.noneYet] },
  filled: ['Ada Admin #7 in the account of Maria Stein #4', 'Rosalind Marsh #1014', '12 people, search marsh'],
});
