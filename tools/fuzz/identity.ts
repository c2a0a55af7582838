import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accountsOfOthers } from './identity/accounts-of-others.ts';
import { actingAttacked } from './identity/acting.ts';
import { addressesAttacked } from './identity/addresses.ts';
import { administratorsAttacked } from './identity/administrators.ts';
import type { Attack } from './identity/attack.ts';
import { auditLogAttacked } from './identity/audit-log.ts';
import { lettersAbused } from './identity/emails.ts';
import { forgedSignatures } from './identity/forged-signatures.ts';
import { guessing } from './identity/guessing.ts';
import { joining } from './identity/joining.ts';
import { plumbing } from './identity/plumbing.ts';
import { productionAttacked } from './identity/production.ts';
import { realSignatures } from './identity/real-signatures.ts';
import { stolenTokens } from './identity/stolen-tokens.ts';
import { Target } from './identity/target.ts';
import { unsafeStarts } from './identity/unsafe-starts.ts';
import { verifiedPapers } from './identity/verified-documents.ts';

/**
 * Runs every attack of the security review against a started product, one line each. `--against FOLDER` attacks the
 * product of another checkout with its own node_modules; `--control` expects an older version, in which most attacks
 * must succeed; `--only WORD` runs the attacks whose name contains the word.
 */
const root = resolve(import.meta.dirname, '../..');
const checkout = resolve(option('--against') ?? root);
const isControl = process.argv.includes('--control');
const only = option('--only') ?? '';
/** The number of attacks that must succeed in a control run; below it, the judgement of the attacks is not reliable. */
const LEAST_OF_CONTROL = 25;

const groups: Readonly<Record<string, readonly Attack[]>> = {
  'Signing in another person’s name': forgedSignatures,
  'What a signature is worth': realSignatures,
  'Accounts made by others': accountsOfOthers,
  'Administrators against each other': administratorsAttacked,
  'Stolen tokens': stolenTokens,
  Joining: joining,
  Letters: lettersAbused,
  Guessing: guessing,
  'Addresses of other people': addressesAttacked,
  '/verify': verifiedPapers,
  Acting: actingAttacked,
  'Audit log': auditLogAttacked,
  'Between people and the product': plumbing,
  'Unsafe starts': unsafeStarts,
  'A safe production': productionAttacked,
};

type Outcome = 'refused' | 'SUCCEEDED' | 'ERROR';

const lines: string[] = [];
const counted: Record<Outcome, number> = { refused: 0, SUCCEEDED: 0, ERROR: 0 };
const built = spawnSync(process.execPath, [join(checkout, 'scripts/build.ts')], { cwd: checkout, stdio: 'inherit' });
if (built.status !== 0) throw new Error('The web app of the product under attack could not be built.');
const target = await Target.start(checkout);
try {
  for (const [group, attacks] of Object.entries(groups)) {
    const chosen = attacks.filter(({ name }) => name.includes(only));
    if (chosen.length > 0) tell(`\n${group}`);
    for (const attack of chosen) await make(attack);
  }
} finally {
  await target.close();
}
const made = counted.refused + counted.SUCCEEDED + counted.ERROR;
tell(`\n${made} attacks: ${counted.refused} refused, ${counted.SUCCEEDED} succeeded, ${counted.ERROR} errors`);
mkdirSync(join(root, 'test-artifacts'), { recursive: true });
writeFileSync(join(root, 'test-artifacts/identity-attacks.txt'), `${lines.join('\n').trim()}\n`);
const isAsExpected = isControl ? counted.SUCCEEDED >= LEAST_OF_CONTROL : counted.SUCCEEDED === 0;
if (!isAsExpected || counted.ERROR > 0) process.exitCode = 1;

/** An attack that fails by itself proves nothing about the product, so it never counts as refused. */
async function make({ name, expected, make: attempt }: Attack): Promise<void> {
  const { outcome, seen } = await attempt(target).then(
    (verdict) => ({ outcome: verdict.refused ? ('refused' as const) : ('SUCCEEDED' as const), seen: verdict.seen }),
    (problem: unknown) => ({
      outcome: 'ERROR' as const,
      seen: problem instanceof Error ? problem.message : String(problem),
    }),
  );
  counted[outcome] += 1;
  tell(`${outcome.padEnd(9)} | ${name} | expected: ${expected} | seen: ${seen.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
}

function tell(line: string): void {
  console.log(line);
  lines.push(line);
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
