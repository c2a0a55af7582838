import { test } from 'vitest';
import { visitorTours } from './visitors.ts';
import { walk } from './walk.ts';

test.each(visitorTours)('every screen of the tour $who opens without problems', walk);
