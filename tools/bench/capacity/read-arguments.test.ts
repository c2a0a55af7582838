import { describe, expect, test } from 'vitest';
import { BadArgument, readArguments } from './read-arguments.ts';

describe('The arguments of npm run capacity', () => {
  test('patients and sites are read, and the assumptions have their defaults', () => {
    expect(readArguments(['--patients', '10000000', '--sites', '100'])).toEqual({
      kind: 'plan',
      demand: { patients: 10_000_000, sites: 100, callsPerPatientDay: 2, peak: 5, p99Ms: 300, years: 3 },
    });
  });

  test('every wrong argument is refused in one sentence that names it', () => {
    const wrong: readonly (readonly [args: string, sentence: RegExp])[] = [
      ['', /^Say how many patients/],
      ['--patients x', /^--patients must be a whole number .* not “x”\.$/],
      ['--patients 0', /^--patients must be a whole number .* not “0”\.$/],
      ['--patients -5', /^--patients must be a whole number .* not “-5”\.$/],
      ['--patients 1.5', /^--patients must be a whole number/],
      ['--patients 1e7', /^--patients must be a whole number/],
      ['--patients 99999999999', /^--patients must be a whole number/],
      ['--patients 10 --sites 0', /^--sites must be a whole number/],
      ['--patients 10 --sites 11', /^11 sites cannot share 10 patients\.$/],
      ['--patients 10 --peak 0.5', /^--peak must be a number from 1/],
      ['--patients 10 --p99 fast', /^--p99 must be a number/],
      ['--patients 10 --calls-per-patient-day 0', /^--calls-per-patient-day must be a number/],
      ['--patients', /argument missing/],
      ['--patient 10', /Unknown option/],
      ['--measure --check', /cannot be combined\.$/],
      ['--measure --users 10', /^--users must be a whole number/],
      ['--fill', /^--fill needs a folder/],
    ];
    for (const [args, sentence] of wrong) {
      let refusal: unknown = null;
      try {
        readArguments(args.split(' ').filter(Boolean));
      } catch (error) {
        refusal = error;
      }
      expect(refusal, args).toBeInstanceOf(BadArgument);
      expect(refusal, args).toMatchObject({ message: expect.stringMatching(sentence) });
      expect(refusal, args).toMatchObject({ message: expect.not.stringContaining('\n') });
    }
  });
});
