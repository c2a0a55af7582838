import { describeScreen } from '../../testing/describe-screen.ts';

describeScreen('KitFeedbackScreen', {
  page: '/dev/kit/feedback',
  answers: [],
  filled: ['Words for states', 'Nothing there'],
});
