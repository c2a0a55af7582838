import { describeScreen } from '../../testing/describe-screen.ts';

describeScreen('KitStatesScreen', {
  page: '/dev/kit/states',
  answers: [],
  filled: ['Waiting', 'Could not be loaded', 'Could not be renewed'],
});
