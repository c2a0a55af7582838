import { test } from 'vitest';
import { administratorTours } from './administrators.ts';
import { walk } from './walk.ts';

test.each(administratorTours)('every screen of the tour $who opens without problems', walk);
