import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { breachesOn } from '../page/accessible.ts';
import { type Look, looks, settled, sidewaysOverflow, wear } from '../page/looks.ts';
import type { Person } from '../people/person.ts';
import { ALBUM } from './album.ts';
import { arrive, goTo } from './arrive.ts';
import { type Opening, pictureNameOf, type Stop, type Tour } from './stops.ts';

const widths = [
  [looks.light, looks.dark],
  [looks.phone, looks.darkPhone],
] as const;

/** With AXE=1, each screen is also checked for WCAG violations. */
const looksForBreaches = Boolean(process.env.AXE);

/** Photographs a tour. Problems are reported at its end, so that one screen does not hide the next. */
export async function walk(tour: Tour): Promise<void> {
  const wrong: string[] = [];
  const person = await arrive(tour);
  // Several tours run at once, each with long pages.
  person.context.setDefaultTimeout(60_000);
  for (const [status, path] of tour.refusals ?? []) person.expectsRefusal(status, path);
  person.context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A request that the next navigation cancelled is not a problem.
    if (why !== 'net::ERR_ABORTED') wrong.push(`${request.url()} failed: ${why}`);
  });
  for (const stop of tour.stops) {
    for (const [light, dark] of widths) {
      const told = await visit(person, tour, stop, [light, dark]).catch((error: unknown) => [String(error)]);
      wrong.push(...told.map((line) => `${pictureNameOf(stop)}, ${light.width} px: ${line}`));
    }
  }
  if (wrong.length > 0) throw new Error(`${tour.who}:\n- ${wrong.join('\n- ')}`);
}

/** Photographs a screen and all its overlays in one width. */
async function visit(person: Person, tour: Tour, stop: Stop, [light, dark]: readonly [Look, Look]): Promise<string[]> {
  const { page } = person;
  const wrong: string[] = [];
  const arrival = async () => {
    await wear(page, light);
    await goTo(person, stop);
  };
  const view = async (name: string) => {
    for (const look of [light, dark]) {
      await wear(page, look);
      wrong.push(...(await faultsOf(page, `${name}, ${look.name}`, look === light ? 'all' : 'colours')));
      await photograph(page, `${tour.who}/${name}`, look);
    }
  };

  await arrival();
  await view(pictureNameOf(stop));
  for (const opening of (stop.openings ?? []).filter(({ only }) => isIn(light, only))) {
    await arrival();
    try {
      await opening.open(page);
      await person.calm();
      await view(`${pictureNameOf(stop)}--${opening.name}`);
    } catch (error) {
      wrong.push(`${opening.name}: ${String(error)}`);
    }
  }
  return wrong;
}

async function faultsOf(page: Page, what: string, breaches: 'all' | 'colours'): Promise<string[]> {
  const overflow = await sidewaysOverflow(page);
  const wide = overflow > 0 ? [`${what}: ${overflow} px too wide`] : [];
  if (!looksForBreaches) return wide;
  return [...wide, ...(await breachesOn(page, breaches)).map((breach) => `${what}: ${breach}`)];
}

/** Photographs the whole page in a window of its height; with an overlay open, only one window. */
async function photograph(page: Page, name: string, look: Look): Promise<void> {
  const isCovered = await page.locator('[aria-modal="true"], [role="menu"], [role="listbox"]').first().isVisible();
  const height = isCovered ? look.height : await page.evaluate(() => document.documentElement.scrollHeight);
  const isHigher = height > look.height;
  if (isHigher) await page.setViewportSize({ width: look.width, height });
  const path = `${ALBUM}/${name}-${look.name}.png`;
  mkdirSync(dirname(path), { recursive: true });
  await settled(page);
  await page.screenshot({ path });
  if (isHigher) await page.setViewportSize(look);
}

function isIn({ width }: Look, only: Opening['only']): boolean {
  return only === undefined || width < 768 === (only === 'phone');
}
