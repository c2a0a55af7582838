import { ApiKey, createApiKey, listApiKeys, replaceApiKey, revokeApiKey } from '@vialkeep/contract/api-keys.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replaceWebhookSecret,
  resendDelivery,
  testWebhook,
  updateWebhook,
  WebhookDelivery,
  WebhookEndpoint,
} from '@vialkeep/contract/webhooks.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { webhooksTexts } from '../../components/webhooks/webhooks.texts.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen, user } from '../../testing/open-screen.tsx';
import {
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
  TRANSITION_MS,
} from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { apiKeysTexts as texts } from './api-keys.texts.ts';

const SECRET = `vk_k7f2m9q1_${'x'.repeat(43)}`;
const nightly = ApiKey.parse({
  id: 4,
  name: 'Nightly report',
  prefix: 'vk_k7f2m9q1',
  scopes: ['people.read', 'vials.read'],
  domain: { id: 1, name: 'Vialkeep' },
  owner: { id: 7, name: 'Ann Admin' },
  state: 'active',
  created_at: '2026-03-01T09:00:00.000Z',
  expires_on: '2027-03-01',
  last_used_at: '2026-03-02T09:00:00.000Z',
  last_network: '203.0.113.9',
  dies_at: null,
  days: [
    { day: '2026-03-01', calls: 40, refused: 0 },
    { day: '2026-03-02', calls: 2, refused: 1 },
  ],
  may: ['replace', 'revoke'],
});
const ofClinic = ApiKey.parse({
  ...nightly,
  id: 5,
  name: 'Old export',
  owner: { id: 8, name: 'Stein Clinic' },
  state: 'revoked',
  last_used_at: null,
  last_network: null,
  days: [],
  may: [],
});
const rows: z.input<typeof listApiKeys.answer> = {
  results: [nightly, ofClinic],
  count: 2,
  scopes: nightly.scopes,
  domains: [
    { id: 1, name: 'Vialkeep' },
    { id: 2, name: 'Northlight' },
  ],
  calls_per_minute: 600,
};
const stock = WebhookEndpoint.parse({
  id: 3,
  url: 'https://stock.example.com/vialkeep',
  description: 'Stock keeping',
  types: ['vials.added', 'label.made'],
  owner: { id: 7, name: 'Ann Admin' },
  state: 'enabled',
  created_at: '2026-03-01T09:00:00.000Z',
  failing_since: null,
  former_until: null,
  may: ['change', 'test', 'replace_secret', 'delete'],
});
const gone = WebhookEndpoint.parse({
  ...stock,
  id: 4,
  url: 'https://gone.example.com/',
  owner: { id: 8, name: 'Stein Clinic' },
  state: 'gone',
  may: ['change', 'delete'],
});
const failed = WebhookDelivery.parse({
  id: 21,
  webhook_id: 'evt_90_3',
  type: 'vials.added',
  state: 'given_up',
  created_at: '2026-03-02T09:00:00.000Z',
  next_at: null,
  attempts: [
    { number: 2, at: '2026-03-02T09:00:05.000Z', status: null, fault: 'timeout', took_ms: 20_000 },
    { number: 1, at: '2026-03-02T09:00:00.000Z', status: 500, fault: null, took_ms: 84 },
  ],
});
const webhooks = { results: [stock, gone], count: 2 };
const WEBHOOK_SECRET = `whsec_${'x'.repeat(43)}=`;

function answerLists(): void {
  server.answer(listApiKeys, rows);
  server.answer(listWebhooks, webhooks);
}

const visit = { page: '/connections', as: memberOf(Plan.admin), may: ['api_keys.manage'] };

describeScreen(
  'ConnectionsScreen',
  {
    ...visit,
    answers: [answerWith(listApiKeys, rows), answerWith(listWebhooks, webhooks)],
    reads: { route: listApiKeys, waiting: texts.loading },
    empty: {
      answers: [
        answerWith(listApiKeys, { ...rows, results: [], count: 0 }),
        answerWith(listWebhooks, { results: [], count: 0 }),
      ],
      shows: [texts.noneYet, webhooksTexts.noneYet],
    },
    filled: [
      'Nightly report',
      'vk_k7f2m9q1_…',
      'Read people, Read vials',
      '42 calls, 1 refused',
      'from 203.0.113.9',
      texts.states.active,
      texts.states.revoked,
      'Stein Clinic',
      texts.never,
      stock.url,
      'Vials added, Label made',
      webhooksTexts.states.enabled,
      webhooksTexts.states.gone,
    ],
  },
  () => {
    test('a new key is shown once with a button to copy it', async () => {
      answerLists();
      server.answer(createApiKey, { success: true, id: 6, secret: SECRET });
      await openScreen(visit);
      await pressControl(texts.make);
      await fillFields({ [texts.name]: 'Stock sync', [texts.password]: 'Secret-word-1' });
      await chooseScope('Read vials');
      await pressControlIn(texts.make);
      expect(server.receivedCalls(createApiKey)).toMatchObject([
        { body: { name: 'Stock sync', scopes: ['vials.read'], domain: 1, password_current: 'Secret-word-1' } },
      ]);
      expect(fieldLabelled(texts.key).value).toBe(SECRET);
      expectTexts(texts.onceNote);
      expect(hasControl('Copy')).toBe(true);
      await expectAccessible();
      await pressControl(texts.close);
      expectNoTexts(texts.onceNote);
      expect(document.body.innerHTML).not.toContain(SECRET);
    });

    test('a wrong password and a missing scope are refused at their fields', async () => {
      answerLists();
      const { message } = createApiKey.refusals.wrong_password;
      server.refuse(createApiKey, 'wrong_password', { fields: { password_current: message } });
      await openScreen(visit);
      await pressControl(texts.make);
      await fillFields({ [texts.name]: 'Stock sync', [texts.password]: 'Wrong-word-1' });
      await pressControlIn(texts.make);
      expectProblemAt(texts.scopes, 'Choose at least one scope.');
      await chooseScope('Read vials');
      await pressControlIn(texts.make);
      expectProblemAt(texts.password, message);
    });

    test('a key is replaced with a day of overlap, and the new one is shown', async () => {
      answerLists();
      server.answer(replaceApiKey, { success: true, id: 7, secret: SECRET });
      await openScreen(visit);
      await choose(texts.replace);
      expectTexts(texts.replaceNote('Nightly report'));
      await expectAccessible();
      await fillFields({ [texts.password]: 'Secret-word-1' });
      await pressControlIn(texts.replaceTitle);
      expect(server.receivedCalls(replaceApiKey)).toMatchObject([
        { params: { id: '4' }, body: { overlap_hours: 24, password_current: 'Secret-word-1' } },
      ]);
      expect(fieldLabelled(texts.key).value).toBe(SECRET);
    });

    test('a key is revoked after a question, and one that has ended has no buttons', async () => {
      answerLists();
      server.answer(revokeApiKey, { success: true });
      await openScreen(visit);
      expect(hasControl('Actions for Old export')).toBe(false);
      await choose(texts.revoke);
      expectTexts(texts.revokeQuestion);
      expect(server.receivedCalls(revokeApiKey)).toEqual([]);
      await pressControl(texts.revokeTitle);
      expectAnnounced('status', texts.revoked('Nightly report'));
      expect(server.receivedCalls(revokeApiKey)).toMatchObject([{ params: { id: '4' } }]);
    });

    test('a new webhook shows its secret once', async () => {
      answerLists();
      server.answer(createWebhook, { success: true, id: 5, secret: WEBHOOK_SECRET });
      await openScreen(visit);
      await pressControl(webhooksTexts.make);
      await fillFields({ [webhooksTexts.address]: 'https://new.example.com/' });
      await pressControlIn(webhooksTexts.make);
      expectProblemAt(webhooksTexts.types, 'Choose at least one event.');
      await chooseOption(webhooksTexts.types, 'Vials shipped');
      await expectAccessible();
      await pressControlIn(webhooksTexts.make);
      expect(server.receivedCalls(createWebhook)).toMatchObject([
        { body: { url: 'https://new.example.com/', types: ['vials.shipped'], description: '' } },
      ]);
      expect(fieldLabelled(webhooksTexts.secret).value).toBe(WEBHOOK_SECRET);
      await pressControl(webhooksTexts.close);
      expect(document.body.innerHTML).not.toContain(WEBHOOK_SECRET);
    });

    test('a refused address is shown at its field', async () => {
      answerLists();
      const { message } = createWebhook.refusals.url_refused;
      server.refuse(createWebhook, 'url_refused', { fields: { url: message } });
      await openScreen(visit);
      await pressControl(webhooksTexts.make);
      await fillFields({ [webhooksTexts.address]: 'https://127.0.0.1/' });
      await chooseOption(webhooksTexts.types, 'Vials shipped');
      await pressControlIn(webhooksTexts.make);
      expectProblemAt(webhooksTexts.address, message);
    });

    test('the deliveries show every attempt, and one is sent again', async () => {
      answerLists();
      server.answer(listDeliveries, { results: [failed], count: 1 });
      server.answer(resendDelivery, { success: true });
      await openScreen(visit);
      await pressControl(`${webhooksTexts.deliveries} ${stock.url}`);
      expectTexts('evt_90_3', '500 in 84 ms', 'no answer in 20 seconds', webhooksTexts.deliveryStates.given_up);
      await expectAccessible();
      await pressControl(`${webhooksTexts.resend} evt_90_3`);
      expect(server.receivedCalls(resendDelivery)).toMatchObject([{ params: { id: '3', deliveryId: '21' } }]);
      expectTexts(webhooksTexts.resent);
    });

    test('a webhook is tested, disabled, given a new secret and deleted from its menu', async () => {
      answerLists();
      server.answer(testWebhook, { success: true });
      server.answer(updateWebhook, { success: true });
      server.answer(replaceWebhookSecret, { success: true, id: 3, secret: WEBHOOK_SECRET });
      server.answer(deleteWebhook, { success: true });
      await openScreen(visit);
      await chooseFromMenu(stock.url, webhooksTexts.test);
      expectAnnounced('status', webhooksTexts.tested);
      await chooseFromMenu(stock.url, webhooksTexts.disable);
      expect(server.receivedCalls(updateWebhook)).toMatchObject([{ params: { id: '3' }, body: { enabled: false } }]);
      await chooseFromMenu(stock.url, webhooksTexts.replace);
      await pressControlIn(webhooksTexts.replace);
      expect(fieldLabelled(webhooksTexts.secret).value).toBe(WEBHOOK_SECRET);
      await pressControl(webhooksTexts.close);
      await chooseFromMenu(stock.url, webhooksTexts.remove);
      expect(server.receivedCalls(deleteWebhook)).toEqual([]);
      await pressControl(webhooksTexts.removeTitle);
      expect(server.receivedCalls(deleteWebhook)).toMatchObject([{ params: { id: '3' } }]);
    });

    test('the menu of another account’s webhook offers neither a change nor its secret', async () => {
      answerLists();
      await openScreen(visit);
      await openMenuOf(gone.url);
      expect(menuEntries()).toEqual([webhooksTexts.enable, webhooksTexts.remove]);
    });
  },
);

const choose = (action: string) => chooseFromMenu('Nightly report', action);

const chooseScope = (label: string) => chooseOption(texts.scopes, label);

async function openMenuOf(name: string): Promise<void> {
  await pressControl(`Actions for ${name}`);
  await settleScreen(TRANSITION_MS);
}

function menuEntries(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].map((entry) => entry.textContent);
}

async function chooseFromMenu(name: string, label: string): Promise<void> {
  await openMenuOf(name);
  const entry = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === label);
  if (!entry) throw new Error(`The menu of ${name} has no '${label}'.`);
  await user.click(entry);
  await settleScreen(TRANSITION_MS);
}

async function chooseOption(field: string, label: string): Promise<void> {
  await user.click(fieldLabelled(field));
  await settleScreen(TRANSITION_MS);
  const option = [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === label);
  if (!option) throw new Error(`There is no option '${label}'.`);
  await user.click(option);
  await settleScreen(TRANSITION_MS);
}

/** Presses the button of the dialog, whose name the page's button has too. */
async function pressControlIn(name: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
  const button = buttons.find((one) => one.textContent === name);
  if (!button) throw new Error(`The dialog has no button '${name}'.`);
  await user.click(button);
  await settleScreen(TRANSITION_MS);
}
