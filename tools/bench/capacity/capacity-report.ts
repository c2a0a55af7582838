import type { Costs, KindCosts } from './costs.ts';
import { bytesPerPatient, fitCosts, fitLine, meanOf } from './fit-costs.ts';
import type { MachinePlan } from './plan-machines.ts';

const GIB = 1_024 ** 3;

/** The plan in words of operators. */
export function presentPlan(plan: MachinePlan): string {
  const { demand, simulated, serverCores } = plan;
  const use = (share: number) => `${(share * 100).toFixed(0)} %`;
  return [
    `${count(demand.patients)} patients on ${count(demand.sites)} ${demand.sites === 1 ? 'site' : 'sites'}: ${rate(plan.perSecond)} calls a second in the busiest minutes`,
    `  (assumed: ${demand.callsPerPatientDay} calls for each patient a day, ${demand.peak} times the mean at the peak)`,
    `servers   ${serverCores.length} with ${Math.max(...serverCores)} cores and ${gib(plan.serverMiB / 1_024)} of memory each; ${use(simulated.serverUse)} busy at the peak`,
    `database  ${plan.databaseCores} ${plan.databaseCores === 1 ? 'core' : 'cores'} and ${gib(plan.databaseMiB / 1_024)} of memory on each node; ${use(simulated.databaseUse)} busy at the peak`,
    `disk      ${gib(plan.databaseBytes / GIB)} of rows and indexes, ${gib(plan.grownBytes / GIB)} more in ${demand.years} years, ${gib(plan.walBytesPerDay / GIB)} of write-ahead log a day`,
    `p99       ${simulated.p99Ms.toFixed(0)} ms at the peak (target ${demand.p99Ms} ms), ${plan.unloadedP99Ms.toFixed(0)} ms without load, p50 ${simulated.p50Ms.toFixed(0)} ms; writes wait ${simulated.lockWaitMs.toFixed(1)} ms for the audit chain of their site (p99)`,
    ...(plan.isReached ? [] : [presentMiss(plan)]),
  ].join('\n');
}

function presentMiss({ unloadedP99Ms, demand }: MachinePlan): string {
  return unloadedP99Ms > demand.p99Ms
    ? `MISSED: one call in a hundred takes ${unloadedP99Ms.toFixed(0)} ms even alone; more cores do not help.`
    : 'MISSED: within twelve more cores the target is not reached.';
}

/** The rows of the table in docs/capacity.md. */
export function planRow(plan: MachinePlan): string {
  const { demand, serverCores, simulated } = plan;
  const cells = [
    count(demand.patients),
    count(demand.sites),
    rate(plan.perSecond),
    `${serverCores.length} × ${Math.max(...serverCores)}`,
    `${plan.databaseCores}`,
    `${serverCores.length} × ${gib(plan.serverMiB / 1_024)}`,
    gib(plan.databaseMiB / 1_024),
    `${gib(plan.databaseBytes / GIB)} + ${gib(plan.grownBytes / GIB)}`,
    `${simulated.p99Ms.toFixed(0)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The kinds of calls by their part of the processor time, and those whose cost rises most with the size. */
export function presentCosts({ sizes }: Costs, users: number): string {
  const { kinds } = fitCosts(sizes, users);
  const timeOf = (kind: KindCosts) => meanOf(kind, 'loop') + meanOf(kind, 'aside') + meanOf(kind, 'postgres');
  const all = kinds.reduce((sum, kind) => sum + kind.share * timeOf(kind), 0);
  const dearest = kinds.toSorted((one, other) => other.share * timeOf(other) - one.share * timeOf(one)).slice(0, 8);
  const rise = (name: string) => {
    const points = sizes.flatMap((size) => {
      const kind = size.kinds.find((each) => each.name === name);
      return kind ? [[size.users, timeOf(kind)] as const] : [];
    });
    const line = fitLine(points);
    return line.at(users * 10) - line.at(users);
  };
  const rising = kinds
    .map(({ name, share }) => ({ name, share, more: rise(name) }))
    .toSorted((one, other) => other.share * other.more - one.share * one.more)
    .slice(0, 5);
  return [
    `one call takes ${(all / 1_000).toFixed(2)} ms of processor time; ${(bytesPerPatient(sizes) / 1_024).toFixed(1)} kB of disk for a patient`,
    'most of it:',
    ...dearest.map(
      (kind) =>
        `  ${(((kind.share * timeOf(kind)) / all) * 100).toFixed(1).padStart(5)} %  ${kind.name}: server ${ms(meanOf(kind, 'loop') + meanOf(kind, 'aside'))}, PostgreSQL ${ms(meanOf(kind, 'postgres'))}, ${kind.statements.toFixed(1)} statements`,
    ),
    'rising most with ten times the users:',
    ...rising.map(({ name, more }) => `  ${ms(more)} more for ${name}`),
  ].join('\n');
}

function ms(micros: number): string {
  return `${(micros / 1_000).toFixed(2)} ms`;
}

function gib(value: number): string {
  return value < 10 ? `${value.toFixed(1)} GiB` : `${count(Math.round(value))} GiB`;
}

function rate(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : count(Math.round(perSecond));
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
