import { describeScreen } from '../../testing/describe-screen.ts';

describeScreen('KitSamplesScreen', {
  page: '/dev/kit/samples',
  answers: [],
  filled: ['Samples by stage', 'Chain of custody'],
});
