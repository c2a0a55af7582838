import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawDataMatrix } from '../../../../server/pdf/render/data-matrix.ts';
import { expectBenchTargets, scanCode, waitForStatus } from '../../page/bench-page.ts';
import { heading } from '../../page/portal.ts';
import { visitor } from '../../people/person.ts';

const READER = /\/assets\/(?:code-reader\.worker-|zxing_reader-)/;

test('F161 a scanner is heard without focus, and a scan in the field for typed codes leaves the field as it was', async () => {
  const { page } = await visitor();
  await openBench(page);
  await scanCode(page, 'V01234567Y');
  await waitForStatus(page, 'vial 0123-4567-Y');
  const typed = page.getByRole('textbox', { name: 'Type the code' });
  await typed.fill('note');
  await scanCode(page, 'K01234567Y');
  await waitForStatus(page, 'kit 0123-4567-Y');
  expect(await typed.inputValue()).toBe('note');
  await page.getByText('2: scanner, kit 0123-4567-Y').waitFor();
});

test('the camera reads a code from its picture; its reader is requested at the tap, from this server, and alone may compile', async () => {
  const { page } = await visitor();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await showCode(page, formatSymbolText({ kind: 'place', code: '0123-4567-Y' }));
  const [document] = await Promise.all([
    page.waitForResponse((response) => response.request().resourceType() === 'document'),
    openBench(page),
  ]);
  expect(requested.filter((url) => READER.test(url))).toEqual([]);
  expect(document.headers()['content-security-policy']).not.toContain('wasm');
  expect(document.headers()['permissions-policy']).toContain('camera=(self)');

  const worker = page.waitForResponse((response) => response.url().includes('/code-reader.worker-'));
  await page.getByRole('button', { name: 'Camera', exact: true }).click();
  expect((await worker).headers()['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
  await page.getByText('1: camera, place 0123-4567-Y').waitFor();
  // A code that stays before the camera counts once.
  await page.waitForTimeout(2_000);
  expect(await page.getByText(/^\d+: camera/).count()).toBe(1);
  const origin = new URL(page.url()).origin;
  expect(requested.filter((url) => !url.startsWith(origin) && !/^(?:data|blob):/.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'Close camera', exact: true }).click();
});

test('every target of the bench is at least 64 px high and wide, and 12 px from the next one', async () => {
  const { page } = await visitor();
  await openBench(page);
  for (const group of [page.getByRole('group', { name: 'Ways to scan' }), actionsOf(page)]) {
    await expectBenchTargets(group.locator('button, input'));
  }
});

async function openBench(page: Page): Promise<void> {
  await page.goto('/dev/kit/bench');
  await heading(page, 'Bench').waitFor();
}

/** Gives the page a camera whose picture shows this code. */
async function showCode(page: Page, text: string): Promise<void> {
  await page.addInitScript(({ size, modules }) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    const draw = () => {
      const context = canvas.getContext('2d');
      if (!context) return;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#000';
      for (const [at, isDark] of modules.entries()) {
        if (isDark) context.fillRect(220 + (at % size) * 10, 160 + Math.floor(at / size) * 10, 10, 10);
      }
    };
    // A stream has pictures only while its canvas changes.
    setInterval(draw, 50);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
  }, drawDataMatrix(text));
}

function actionsOf(page: Page): Locator {
  return page.getByRole('button', { name: 'Right', exact: true }).locator('..');
}
