import { test } from 'vitest';
import { memberTours } from './members.ts';
import { walk } from './walk.ts';

test.each(memberTours)('every screen of the tour $who opens without problems', walk);
