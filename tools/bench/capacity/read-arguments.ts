import { parseArgs } from 'node:util';

/** A wrong argument; the message is the sentence that the operator reads. */
export class BadArgument extends Error {}

/** What a plan is asked for, with the assumptions about how people use the portal. */
export type Demand = {
  readonly patients: number;
  readonly sites: number;
  /** Calls of all people for one patient in a day: the patient's own, and those of clinics, labs, sales and offices. */
  readonly callsPerPatientDay: number;
  /** Calls in the busiest minutes, relative to the mean of the day. */
  readonly peak: number;
  readonly p99Ms: number;
  readonly years: number;
};

export type Command =
  | { readonly kind: 'plan'; readonly demand: Demand }
  | { readonly kind: 'table'; readonly demand: Omit<Demand, 'patients' | 'sites'> }
  | { readonly kind: 'fill' | 'measure'; readonly users: readonly number[]; readonly place: string | null }
  | { readonly kind: 'check'; readonly place: string | null };

export const SIZES = [10_000, 100_000, 1_000_000] as const;
const MOST_PATIENTS = 100_000_000;
const MOST_SITES = 10_000;

export function readArguments(args: readonly string[]): Command {
  const values = parseOptions(args);
  const actions = (['fill', 'measure', 'check', 'table'] as const).filter((name) => values[name]);
  if (actions.length > 1) throw new BadArgument(`--${actions.join(' and --')} cannot be combined.`);
  const [action] = actions;
  const place = values.keep ?? null;
  if (action === 'check') return { kind: action, place };
  if (action === 'fill' || action === 'measure') {
    if (action === 'fill' && place === null) throw new BadArgument('--fill needs a folder: --keep FOLDER.');
    const users = values.users === undefined ? SIZES : [readWhole('--users', values.users, 1_000, 10_000_000)];
    return { kind: action, users, place };
  }
  const assumed = {
    callsPerPatientDay: readNumber('--calls-per-patient-day', values['calls-per-patient-day'], 0.001, 1_000),
    peak: readNumber('--peak', values.peak, 1, 100),
    p99Ms: readNumber('--p99', values.p99, 1, 60_000),
    years: readNumber('--years', values.years, 0, 50),
  };
  if (action === 'table') return { kind: 'table', demand: assumed };
  if (values.patients === undefined) throw new BadArgument('Say how many patients: --patients 1000000 --sites 10.');
  const patients = readWhole('--patients', values.patients, 1, MOST_PATIENTS);
  const sites = readWhole('--sites', values.sites, 1, MOST_SITES);
  if (sites > patients) throw new BadArgument(`${sites} sites cannot share ${patients} patients.`);
  return { kind: 'plan', demand: { patients, sites, ...assumed } };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: joinNegative(args),
      options: {
        patients: { type: 'string' },
        sites: { type: 'string', default: '1' },
        'calls-per-patient-day': { type: 'string', default: '2' },
        peak: { type: 'string', default: '5' },
        p99: { type: 'string', default: '300' },
        years: { type: 'string', default: '3' },
        table: { type: 'boolean', default: false },
        fill: { type: 'boolean', default: false },
        measure: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        users: { type: 'string' },
        keep: { type: 'string' },
      },
    }).values;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    throw new BadArgument(`${sentence.replace(/\.$/, '')}.`);
  }
}

/** `--patients -5` is read as two options; joined, the refusal can name the number. */
function joinNegative(args: readonly string[]): string[] {
  return args.reduce<string[]>((joined, arg) => {
    const before = joined.at(-1);
    if (/^-[\d.]/.test(arg) && before?.startsWith('--') && !before.includes('='))
      joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
    return joined;
  }, []);
}

function readWhole(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new BadArgument(`${name} must be a whole number from ${least} to ${most}, not “${text.slice(0, 40)}”.`);
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,15}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new BadArgument(`${name} must be a number from ${least} to ${most}, not “${text.slice(0, 40)}”.`);
}
