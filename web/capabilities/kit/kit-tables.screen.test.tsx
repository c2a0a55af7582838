import { describeScreen } from '../../testing/describe-screen.ts';

describeScreen('KitTablesScreen', { page: '/dev/kit', answers: [], filled: ['Tables'] });
