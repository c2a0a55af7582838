import { test } from 'vitest';
import { visitorTours } from './visitors.ts';
import { walk } from './walk.ts';

test.each(visitorTours)('$who', walk);
