import { KeyScope } from '@vialkeep/contract/api-keys.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { expect, test } from 'vitest';
import { describeScreen } from '../../testing/describe-screen.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { memberOf } from '../../testing/people.ts';
import { apiKeysTexts } from './api-keys.texts.ts';
import { documentationTexts as texts } from './documentation.texts.ts';

const visit = { page: '/connections/documentation', as: memberOf(Plan.lab), may: ['api_keys.manage'] };

describeScreen(
  'DocumentationScreen',
  {
    ...visit,
    answers: [],
    filled: [
      texts.first.title,
      'Authorization: Bearer $VIALKEEP_KEY',
      texts.pages.title,
      texts.writes.note,
      texts.limits.wait,
      ...texts.webhooks.steps,
      'POST /api/v1/vials-history/',
    ],
  },
  () => {
    test('every key scope is listed with the calls that it opens', async () => {
      await openScreen(visit);
      const headings = [...document.querySelectorAll('h3')].map(({ textContent }) => textContent);
      expect(headings).toEqual(KeyScope.options.map((scope) => `${apiKeysTexts.scopeNames[scope]} ${scope}`));
      const calls = [...document.querySelectorAll('h3 + ul li code')].map(({ textContent }) => textContent ?? '');
      expect(calls).toContain('GET /api/admin/users/');
      expect(new Set(calls).size).toBe(calls.length);
    });

    test('the samples name this site, and the client can be downloaded from it', async () => {
      await openScreen(visit);
      const samples = [...document.querySelectorAll('pre')].map(({ textContent }) => textContent ?? '');
      expect(samples.filter((sample) => sample.includes(location.origin)).length).toBe(3);
      const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === texts.first.download);
      expect(link?.getAttribute('href')).toBe('/api/client.tgz');
    });
  },
);
