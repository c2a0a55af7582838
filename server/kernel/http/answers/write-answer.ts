import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type { Services } from '../../services.ts';
import { answerText } from './answer-text.ts';
import { pickerFor } from './picker.ts';

/** One answer in so many is also parsed, so that a wrong one does not stay unnoticed. */
const CHECKED_EVERY = 1_000;

/** Returns the function that writes the answers of a route: picked by the declared keys, or parsed by its schema. */
export function answerWriter(
  { answer: schema, path }: Route,
  { settings, log }: Pick<Services, 'settings' | 'log'>,
): (answer: unknown) => Promise<string> {
  const parsedText = (answer: unknown) => JSON.stringify(schema.parse(answer));
  if (settings.answers === 'parsed') return async (answer) => parsedText(answer);
  const picker = pickerFor(schema);
  let written = 0;
  return async (answer) => {
    const text = await answerText(picker, answer);
    written += 1;
    if (written % CHECKED_EVERY === 0 && !isEqual(text, () => parsedText(answer))) {
      log.error({ path }, 'An answer differs from what the contract declares.');
    }
    return text;
  };
}

function isEqual(text: string, parsed: () => string): boolean {
  try {
    return parsed() === text;
  } catch {
    return false;
  }
}
