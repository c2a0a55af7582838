import { Plan } from '@vialkeep/contract/plans.ts';
import { describe, expect, test } from 'vitest';
import { firstVisits } from '../../../../web/first-visits/pages.generated.ts';
import { earlyReadsOf } from '../../page/first-visit.ts';
import { isLongRun } from '../../page/looks.ts';
import { arriveAt, heading } from '../../page/portal.ts';
import { demoAccounts } from '../../people/accounts.ts';
import { loggedIn } from '../../people/person.ts';

/** The session and the preferences. */
const READS_OF_EVERY_PAGE = 2;

/** One plan is enough where the page asks every plan's account for the same. */
const visitedAs = (plan: Plan) =>
  firstVisits.filter(({ path, plans, reads, byPlan }) => {
    if (path.includes('$') || reads.length === 0) return false;
    if (Object.keys(byPlan).length > 0) return plans?.includes(plan) ?? plan in byPlan;
    return reads.length > READS_OF_EVERY_PAGE && (plans?.includes(plan) ?? plan === Plan.harvestCenter);
  });

/** The plans with the most pages; the long run visits those of every plan. */
const SHORT_RUN = ['lab', 'hc', 'patient'];
const visitors = demoAccounts
  .filter(({ account }) => isLongRun || SHORT_RUN.includes(account))
  // The lab with a bench has more pages than the one without.
  .map((person) => (person.account === 'lab' ? { ...person, account: 'lab2' } : person));

describe('Reads that begin before the application', () => {
  test.each(visitors)('the pages of $planName take every answer that was asked for early', async (person) => {
    const { page } = await loggedIn(person.account);
    for (const { path, reads, byPlan } of visitedAs(person.plan)) {
      await page.goto(path);
      await heading(page).first().waitFor();
      await arriveAt(page, path);
      const started = reads.length + (byPlan[person.plan]?.reads.length ?? 0);
      await expect.poll(() => earlyReadsOf(page), { message: path }).toEqual({ started, left: [] });
    }
  });
});
