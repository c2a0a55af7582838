import { Location, listLocations } from '@vialkeep/contract/locations.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { LOCATION_FORM_MS } from '../../kernel/timings.ts';
import { answered, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settle } from '../../testing/open-screen.tsx';
import { press } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { locationsTexts as texts } from './locations.texts.ts';

const visit = { page: '/hc-locations', as: memberOf(Plan.harvestCenter), may: ['locations.change'] };
const location = sample(Location, { location_name: 'Front desk', address1: '12 Canal Street', city: 'Linz' });

describeScreen(
  'LocationsScreen',
  {
    ...visit,
    answers: [answered(listLocations, [location])],
    reads: { route: listLocations, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answered(listLocations, [])], shows: [texts.none, texts.noneYet] },
    filled: [texts.title, 'Front desk', '12 Canal Street'],
  },
  () => {
    test('the form opens after the specified pause, which is announced', async () => {
      server.answer(listLocations, []);
      await openScreen(visit);
      await press(texts.add);
      expectAnnounced('status', texts.opening);
      await settle(LOCATION_FORM_MS);
      expectTexts(texts.form.title);
      await expectAccessible();
    });
  },
);
