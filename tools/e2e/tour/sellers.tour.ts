import { test } from 'vitest';
import { sellerTours } from './sellers.ts';
import { walk } from './walk.ts';

test.each(sellerTours)('every screen of the tour $who opens without problems', walk);
