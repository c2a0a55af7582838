import { deleteLocation, Location, listLocations, updateLocation } from '@vialkeep/contract/locations.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { test } from 'vitest';
import { LOCATION_FORM_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { locationsTexts as texts } from './locations.texts.ts';

const visit = { page: '/hc-locations', as: memberOf(Plan.harvestCenter), may: ['locations.change'] };
const location = buildSample(Location, {
  location_name: 'Front desk',
  address1: '12 Canal Street',
  city: 'Linz',
  state_desc: 'Upper Austria',
  country_desc: 'Austria',
});

describeScreen(
  'LocationsScreen',
  {
    ...visit,
    answers: [answerWith(listLocations, [location])],
    reads: { route: listLocations, waiting: texts.loading, failed: texts.failed },
    empty: { answers: [answerWith(listLocations, [])], shows: [texts.none, texts.noneYet] },
    filled: [texts.title, 'Front desk', '12 Canal Street'],
  },
  () => {
    test('the form opens after the specified pause, which is announced', async () => {
      server.answer(listLocations, []);
      await openScreen(visit);
      await pressControl(texts.add);
      expectAnnounced('status', texts.opening);
      await settleScreen(LOCATION_FORM_MS);
      expectTexts(texts.form.title);
      await expectAccessible();
    });

    test('a refusal that names a field is shown at that field', async () => {
      server.answer(listLocations, [location]);
      server.refuse(updateLocation, 'invalid_input', { fields: { city: 'There is no such city.' } });
      await openScreen(visit);
      await pressControl(texts.edit('Front desk'));
      await fillFields({ City: 'Lintz' });
      await pressControl(texts.form.submit);
      expectProblemAt('City', 'There is no such city.');
      await expectAccessible();
    });

    test('F088 the only location cannot be deleted, and a dialog says why', async () => {
      server.answer(listLocations, [location]);
      await openScreen(visit);
      await pressControl(texts.delete('Front desk'));
      expectTexts(texts.remove.notAllowed, deleteLocation.refusals.only_location.message);
      await expectAccessible();
    });
  },
);
