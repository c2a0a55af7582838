import { describeScreen } from '../../testing/describe-screen.ts';

describeScreen('KitFormsScreen', {
  page: '/dev/kit/forms',
  answers: [],
  filled: ['Every field', 'A card to pay with'],
});
