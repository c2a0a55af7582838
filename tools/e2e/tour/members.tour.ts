import { test } from 'vitest';
import { memberTours } from './members.ts';
import { walk } from './walk.ts';

test.each(memberTours)('$who', walk);
