import type { Example } from '../kernel/example.ts';
import type { Route } from '../kernel/route.ts';
import { eventExamples } from './events.ts';
import { importExamples } from './imports.ts';
import { peopleExamples } from './people.ts';
import { salesExamples } from './sales.ts';
import { sampleExamples } from './samples.ts';

/**
 * One example of each call that an API key can make. They lie beside the routes, not in them, so that no page of the
 * browser application loads them.
 */
export const examples: ReadonlyMap<Route, Example> = new Map(
  [...peopleExamples, ...sampleExamples, ...salesExamples, ...eventExamples, ...importExamples].map(
    ({ route, example }) => [route, example],
  ),
);
