import { describeScreen } from '../../testing/describe-screen.ts';

describeScreen('KitPlotsScreen', {
  page: '/dev/kit/plots',
  answers: [],
  filled: ['Amount by month', 'Days from received to ready'],
});
