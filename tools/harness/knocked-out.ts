import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The files of the product that `npm run prove:features` has disabled. */
    knockedOut?: readonly string[];
  }
}

/** Returns the files of the product that are disabled in this run; none unless a knock-out is being proven. */
export function knockedOutFiles(): readonly string[] {
  return inject('knockedOut') ?? [];
}
