import { describeScreen } from '../testing/describe-screen.ts';
import { texts } from './shell.texts.ts';

describeScreen('NotFoundScreen', {
  page: '/unknown-address',
  answers: [],
  filled: [texts.notFound.title, texts.notFound.lead, texts.toDashboard],
});
