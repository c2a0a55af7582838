import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { describe, expect, test } from 'vitest';
import { handlers, permissions } from './app.ts';
import { publishedRow, readPublished } from './testing/published.ts';

const actions = Object.keys(permissions.table);

describe('Every call', () => {
  test('every call of the catalogue has exactly one handler, and every handler has a call', () => {
    for (const { name, route } of catalogue) {
      expect(
        handlers.filter((handler) => handler.route === route),
        name,
      ).toHaveLength(1);
    }
    const known = new Set(catalogue.map(({ route }) => route));
    expect(handlers.filter(({ route }) => !known.has(route)).map(({ route }) => route.path)).toEqual([]);
    expect(handlers).toHaveLength(catalogue.length);
  });

  test('every call has a unique name and a unique method and path', () => {
    const names = catalogue.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const ways = catalogue.map(({ route }) => `${route.method} ${route.path.replace(/:\w+/g, ':').replace(/\/$/, '')}`);
    expect(new Set(ways).size).toBe(ways.length);
  });

  test('every call is public or needs an action of the policy table, and its handler agrees', () => {
    const unknown = catalogue.filter(({ route }) => route.access !== 'public' && !actions.includes(route.access));
    expect(unknown.map(({ name }) => name)).toEqual([]);
    for (const { route, isPublic } of handlers) expect(isPublic, route.path).toBe(route.access === 'public');
  });

  test('the public calls are exactly these', () => {
    const open = catalogue.filter(({ route }) => route.access === 'public').map(({ name }) => name);
    expect(open.toSorted()).toEqual([
      'acceptInvitation',
      'addSalesRep',
      'approveEmailChange',
      'buildVersion',
      'closeInspection',
      'confirmEmail',
      'createHarvestCenter',
      'createTemplate',
      'decline',
      'exportSample',
      'listSamples',
      'login',
      'loginAsUser',
      'openInspection',
      'openInvitation',
      'passkeyLogin',
      'passkeyLoginOptions',
      'readCertificateChallenge',
      'readHcLogo',
      'readInspectedDocument',
      'readInvitingCenter',
      'readInvitingRep',
      'readSample',
      'readSigning',
      'readSigningFile',
      'readSite',
      'readSiteLogo',
      'readTimestamp',
      'readTimestampAuthority',
      'receiveEsignMessage',
      'renewInvitation',
      'resetPassword',
      'salesRepExists',
      'sayNotMe',
      'secondFactorLogin',
      'sendInspectionCode',
      'sign',
      'signLinkForGuest',
      'signLinkForSignUp',
      'undoEmailChange',
      'verifyCode',
      'verifyFile',
      'verifySample',
    ]);
  });

  test('the calls that are allowed before a one-time password is replaced are exactly these', () => {
    const early = catalogue.filter(({ route }) => route.beforePasswordChange).map(({ name }) => name);
    expect(early.toSorted()).toEqual([
      'changePassword',
      'checkAgreement',
      'currentSession',
      'logout',
      'readPreferences',
      'stepUp',
      'stepUpOptions',
      'updatePassword',
    ]);
  });

  test('every call that also takes POST is a GET', () => {
    const writes = catalogue.filter(({ route }) => route.alsoPost);
    expect(writes.filter(({ route }) => route.method !== 'GET')).toEqual([]);
  });
});

describe('Every action of the policy table', () => {
  test('every action is needed by a call or checked in the code', () => {
    const asked = globSync('**/*.ts', { cwd: resolve(import.meta.dirname, 'capabilities') })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(resolve(import.meta.dirname, 'capabilities', file), 'utf8').matchAll(
          /(?:\b(?:mayTry|can)\((?:actor, )?|authorizeAccount\([\w.]+, [\w.]+, [\w.]+, )'([\w.]+)'/g,
        ),
      ])
      .map(([, action]) => action ?? '');
    expect(asked.filter((action) => !actions.includes(action))).toEqual([]);
    const used = new Set([...asked, ...catalogue.map(({ route }) => route.access)]);
    expect(actions.filter((action) => !used.has(action))).toEqual([]);
  });

  test('every action names only plans that exist', () => {
    for (const [action, row] of Object.entries(permissions.table)) {
      expect(
        Object.keys(row).filter((plan) => !plans.some((known) => String(known) === plan)),
        action,
      ).toEqual([]);
      expect(Object.keys(row).length, action).toBeGreaterThan(0);
    }
  });
});

describe('Published tables', () => {
  test('the published routes have a row for every call, and for no other', () => {
    const published = [...readPublished('routes.md').matchAll(/^\| `(\w+ \S+)` \|.*\| ([\w-]+ \/ \w+) \|/gm)].map(
      ([, call, name]) => `${call} = ${name}`,
    );
    const expected = catalogue.map(({ name, row, route }) => `${route.method} ${route.path} = ${row} / ${name}`);
    expect(published.toSorted()).toEqual(expected.toSorted());
  });

  test('the published policy states for every action and plan what the policy table states', () => {
    for (const [action, row] of Object.entries(permissions.table)) {
      expect(publishedRow(action), action).toEqual(plans.map((plan) => [plan, row[plan]?.words ?? '—']));
    }
  });
});
