import { LocationId } from '@vialkeep/contract/kernel/ids.ts';
import {
  createLocation,
  deleteLocation,
  Location,
  listLocations,
  updateDefaultLocation,
  updateLocation,
} from '@vialkeep/contract/locations.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { expect, test } from 'vitest';
import { UNSAVED_QUESTION } from '../../kernel/navigation/unsaved.ts';
import { noteRights, RIGHTS_CHANGED } from '../../kernel/session/rights.ts';
import { storedSession } from '../../kernel/session/session.ts';
import { LOCATION_FORM_MS } from '../../kernel/timings.ts';
import { buildSample } from '../../testing/build-sample.ts';
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
import { textOf } from '../../testing/page-text.ts';
import { memberOf } from '../../testing/people.ts';
import { locationsTexts as texts } from './locations.texts.ts';

const visit = { page: '/hc-locations', as: memberOf(Plan.harvestCenter), may: ['locations.change'] };
const location = buildSample(Location, {
  location_name: 'Front desk',
  address1: '12 Canal Street',
  city: 'Linz',
  state_desc: 'Upper Austria',
  country_desc: 'Austria',
  zip_code: '4020',
  default: true,
});
const dock = { ...location, id: buildSample(LocationId) + 1, location_name: 'Loading dock', default: false };

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

    test('F085 the default location carries the tag and stands on the label with its company', async () => {
      server.answer(listLocations, [location, dock]);
      await openScreen({ ...visit, as: memberOf(Plan.harvestCenter, { company: 'Stein Clinic' }) });
      const tags = [...document.querySelectorAll('article')].map((card) => textOf(card).includes(texts.tag));
      expect(tags).toEqual([true, false]);
      const label = document.querySelector('figure');
      expect(label && textOf(label)).toContain(
        'Stein ClinicFront desk 12 Canal Street Linz, Upper Austria 4020 AUSTRIA',
      );
    });

    test('F085 a user who may not change locations sees them without any action', async () => {
      server.answer(listLocations, [location, dock]);
      await openScreen({ ...visit, may: [] });
      expectTexts('Front desk', 'Loading dock');
      expect(document.querySelectorAll('[role=switch]')).toHaveLength(0);
      for (const action of [texts.add, texts.edit('Front desk'), texts.delete('Front desk')]) {
        expect(hasControl(action)).toBe(false);
      }
    });

    test('F086 an empty form is not sent, and the first required field has the focus', async () => {
      server.answer(listLocations, []);
      await openScreen(visit);
      await openEmptyForm();
      await pressControl(texts.form.submit);
      expectProblemAt('Address Line 1', 'Address Line 1 is required.');
      expect(document.activeElement).toBe(fieldLabelled('Address Line 1'));
      expectTexts('4 fields need your attention.', 'LEAVE BLANK IF THIS DOES NOT APPLY TO YOUR COUNTRY');
      await expectAccessible();
    });

    test.each([
      ['the first location is sent as the default', [], true],
      ['a further location is not sent as the default', [location], false],
    ])('F086 %s', async (_, known, isDefault) => {
      server.answer(listLocations, known);
      server.answer(createLocation, location);
      await openScreen(visit);
      await openEmptyForm();
      await fillFields({ 'Address Line 1': '2 Mill Lane', City: 'Salem', State: 'Oregon', Country: 'United States' });
      await pressControl(texts.form.submit);
      expect(server.receivedCalls(createLocation)[0]?.body).toMatchObject({
        address1: '2 Mill Lane',
        country_desc: 'United States',
        default: isDefault,
      });
      expectAnnounced('status', texts.form.added);
    });

    test('F086 the form of an edit opens at once and asks before typed input is lost', async () => {
      server.answer(listLocations, [location]);
      server.answer(updateLocation, location);
      await openScreen(visit);
      await pressControl(texts.edit('Front desk'));
      expect(fieldLabelled('Address Line 1').value).toBe('12 Canal Street');
      await fillFields({ 'Address Line 2': 'Level 3' });
      await user.keyboard('{Escape}');
      await settleScreen(TRANSITION_MS);
      expectTexts(UNSAVED_QUESTION.title);
      await pressControl(UNSAVED_QUESTION.stay);
      expect(fieldLabelled('Address Line 2').value).toBe('Level 3');
      await pressControl(texts.form.submit);
      expect(server.receivedCalls(updateLocation)[0]?.body).toMatchObject({ address2: 'Level 3' });
      expectAnnounced('status', texts.form.updated);
    });

    test('W-02 a plan change under the open form is reported at the form, without a logout or lost input', async () => {
      server.answer(listLocations, []);
      server.refuse(createLocation, 'not_permitted');
      await openScreen(visit);
      noteRights(visit.as);
      await openEmptyForm();
      await fillFields({ 'Address Line 1': '9 Typed Lane', City: 'Austin', State: 'Texas', Country: 'United States' });
      server.answer(currentSession, buildSample(currentSession.answer, { user: memberOf(Plan.buyer) }));
      await pressControl(texts.form.submit);
      expectTexts(RIGHTS_CHANGED);
      expect(fieldLabelled('Address Line 1').value).toBe('9 Typed Lane');
      expect(storedSession()).toMatchObject({ token: 'token', user: { subscription: { id: Plan.buyer } } });
      noteRights(null);
    });

    test('F087 the switch of a location saves it as the default with the two documented calls', async () => {
      server.answer(listLocations, [location, dock]);
      server.answer(updateLocation, { ...dock, default: true });
      server.answer(updateDefaultLocation, buildSample(updateDefaultLocation.answer));
      await openScreen(visit);
      await turnSwitch(1);
      expect(server.receivedCalls(updateLocation)).toMatchObject([
        { params: { id: String(dock.id) }, body: { default: true } },
      ]);
      expect(server.receivedCalls(updateDefaultLocation)).toMatchObject([
        { body: { location_id: dock.id, user_id: dock.user } },
      ]);
      expectAnnounced('status', texts.defaultChanged);
    });

    test('F087 the switch of the default location stays on and says that there is always one', async () => {
      server.answer(listLocations, [location, dock]);
      await openScreen(visit);
      await turnSwitch(0);
      expectAnnounced('status', texts.alwaysOne);
      expect(document.querySelector<HTMLInputElement>('[role=switch]')?.checked).toBe(true);
    });

    test('F088 the default location cannot be deleted, and a dialog says why', async () => {
      server.answer(listLocations, [location, dock]);
      await openScreen(visit);
      await pressControl(texts.delete('Front desk'));
      expectTexts(texts.remove.notAllowed, deleteLocation.refusals.default_location.message);
      expectNoTexts(texts.remove.question);
    });

    test('F088 a deletion that the server refuses shows its reason in the dialog', async () => {
      server.answer(listLocations, [location, dock]);
      server.refuse(deleteLocation, 'default_location');
      await openScreen(visit);
      await pressControl(texts.delete('Loading dock'));
      expectTexts(texts.remove.question);
      await pressControl(texts.remove.confirm);
      expectTexts(texts.remove.notAllowed, deleteLocation.refusals.default_location.message);
      await expectAccessible();
    });
  },
);

async function openEmptyForm(): Promise<void> {
  await pressControl(texts.add);
  await settleScreen(LOCATION_FORM_MS);
}

async function turnSwitch(at: number): Promise<void> {
  const found = document.querySelectorAll('[role=switch]')[at];
  if (!found) throw new Error('There is no such switch.');
  await user.click(found);
  await settleScreen();
}
