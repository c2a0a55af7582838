import { getJson, patchJson } from './people/calls.ts';

/** Whether the main site of this run pays no commissions: what the product does without them must not depend on them. */
export const isWithoutCommissions = process.env.COMMISSIONS === 'off';

/** The journeys about commissions themselves. */
export const ofCommissions = ['journeys/money/commissions.test.ts', 'journeys/money/payouts.test.ts'];

/** Switches commissions off on the main site, as an administrator does. */
export async function switchCommissionsOff(site: string, token: string): Promise<void> {
  const address = `${site}/api/admin/money-settings/1/`;
  const { body } = await getJson(address, token);
  // @NOTE the response of this call.
  const { version } = body as { version: number };
  const { status } = await patchJson(address, { commissions: false, version }, token);
  if (status !== 200) throw new Error(`Commissions were not switched off: ${status}`);
}
