import { Plan } from '@vialkeep/contract/plans.ts';
import { listSessions, OpenSession } from '@vialkeep/contract/session.ts';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.settings;
const visit = { page: '/settings', as: memberOf(Plan.harvestCenter) };
const session = sample(OpenSession, { device: 'Firefox on Linux' });

describeScreen('SettingsScreen', {
  ...visit,
  answers: [answered(listSessions, [session])],
  filled: [texts.title, texts.keep, 'Firefox on Linux'],
});
