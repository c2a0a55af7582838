import { test } from 'vitest';
import { clinicTours } from './clinics.ts';
import { walk } from './walk.ts';

test.each(clinicTours)('$who', walk);
