import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { programOf } from '../../testing/servers/debian-package.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { newFiguresServer } from './figures-server.ts';

type Rule = {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; what_to_do: string };
};

const folder = resolve(import.meta.dirname, '../../../deploy/prometheus');
const RULES = 'vialkeep.rules.yml';
const RULES_TEST = 'vialkeep.rules.test.yml';
const file: { groups: { rules: Rule[] }[] } = parse(readFileSync(resolve(folder, RULES), 'utf8'));
const rules = file.groups.flatMap((group) => group.rules);

/** What Prometheus itself adds about a server that it reads. */
const OF_PROMETHEUS = ['up'];
const LABELS_OF_PROMETHEUS = new Set(['job', 'instance']);

let world: World;
let exported: string;
let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vialkeep-rules-'));
  world = await newWorld({ METRICS_PORT: '9464' });
  await world.raw({ method: 'GET', url: '/healthz' });
  const server = newFiguresServer({
    ownerUrl: inDatabase(inject('ownerUrl'), world.name),
    processes: 2,
    readWorkers: async () => ({ figures: [(await world.app.figures?.read()) ?? []], answered: 1, deaths: 0 }),
  });
  exported = (await server.inject('/metrics')).body;
  await server.close();
});
afterAll(async () => {
  await world.close();
  await rm(scratch, { recursive: true });
});

/** The names of the exported samples; a histogram exports three. */
function exportedNames(): Set<string> {
  const types = [...exported.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const parts = ['_bucket', '_sum', '_count'];
  return new Set(
    types.flatMap(([, name = '', type]) => (type === 'histogram' ? parts.map((part) => name + part) : [name])),
  );
}

/** The names of samples in an expression: what is left without functions, operators, labels and ranges. */
function namesIn(expr: string): string[] {
  const bare = expr
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[\w+\]/g, ' ')
    .replace(/\bby \([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/g)].map(([, word = '']) => word);
  return words.filter((word) => !['or', 'and', 'unless', 'sum', 'max', 'by'].includes(word));
}

describe('The alerts for operators', () => {
  test('there are ten, each with a severity, a summary and what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(10);
    for (const { alert, labels, annotations, for: wait } of rules) {
      expect(alert).toMatch(/^Vialkeep[A-Z]\w+$/);
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^[A-Z].+\.$/);
      expect(annotations.what_to_do.length).toBeGreaterThan(40);
      expect(wait).toMatch(/^\d+m$/);
    }
  });

  test('every expression reads only figures that the server exports', () => {
    const known = new Set([...exportedNames(), ...OF_PROMETHEUS]);
    const named = rules.map(({ alert, expr }) => ({ alert, names: namesIn(expr) }));
    expect(named.filter(({ names }) => names.length === 0)).toEqual([]);
    expect(named.flatMap(({ names }) => names).filter((name) => !known.has(name))).toEqual([]);
  });

  test('every label of an expression is one that its figure has', () => {
    const selectors = rules.flatMap(({ expr }) => [...expr.matchAll(/(\w+)\{([^}]*)\}/g)]);
    expect(selectors.length).toBeGreaterThan(4);
    for (const [, name = '', labels = ''] of selectors) {
      const samples = exported.split('\n').filter((row) => row.startsWith(`${name}{`));
      const named = [...labels.matchAll(/(\w+)=/g)].map(([, label = '']) => label);
      const missing = named.filter(
        (label) => !LABELS_OF_PROMETHEUS.has(label) && !samples.join('\n').includes(`${label}="`),
      );
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
  });

  test('every alert has a situation in which promtool sees it fire', () => {
    const tests: { tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] } = parse(
      readFileSync(resolve(folder, RULES_TEST), 'utf8'),
    );
    const checks = tests.tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const expected = (isFiring: boolean) =>
      new Set(checks.filter(({ exp_alerts }) => exp_alerts.length > 0 === isFiring).map(({ alertname }) => alertname));
    const all = new Set(rules.map(({ alert }) => alert));
    expect(expected(true)).toEqual(all);
    expect(expected(false)).toEqual(all);
  });

  test('promtool accepts the rules, sees each fire and not fire, and accepts the text that the server exports', async () => {
    const promtool = await programOf('prometheus', ['/usr/bin/promtool'], scratch);
    const run = (args: readonly string[], input = '') => {
      const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, encoding: 'utf8', input });
      return status === 0 ? '' : stdout + stderr;
    };
    expect(run(['check', 'rules', RULES])).toBe('');
    expect(run(['test', 'rules', RULES_TEST])).toBe('');
    expect(run(['check', 'metrics'], exported)).toBe('');
  });
});
