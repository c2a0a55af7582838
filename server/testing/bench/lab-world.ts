import { addOperator, beginShift, changeLabSettings } from '@vialkeep/contract/lab-policy.ts';
import type { Caller, World } from '../world.ts';

export const PIN = '246810';

/** Switches the bench of lab@ on. Returns the lab and an administrator. */
export async function openBench(world: World, settings: object = {}) {
  const admin = await world.as('admin');
  const lab = await world.as('lab');
  const body = { lab_id: lab.user.id, version: 0, bench_on: true, ...settings };
  await world.call(admin, changeLabSettings, { body });
  return { admin, lab };
}

/** An operator who has replaced the one-time PIN. */
export async function newOperator(world: World, lab: Caller, { may_sign = true, name = 'Nora Lindqvist' } = {}) {
  const { id, code, one_time_pin } = await world.call(lab, addOperator, { body: { name, may_sign } });
  await world.call(lab, beginShift, { body: { operator_code: code, pin: one_time_pin, new_pin: PIN } });
  return { id, code, oneTimePin: one_time_pin };
}
