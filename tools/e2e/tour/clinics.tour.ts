import { test } from 'vitest';
import { clinicTours } from './clinics.ts';
import { walk } from './walk.ts';

test.each(clinicTours)('every screen of the tour $who opens without problems', walk);
