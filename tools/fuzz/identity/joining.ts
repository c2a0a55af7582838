import { type Attack, requirePrepared } from './attack.ts';
import { clinicForm, demoPerson, type Person } from './people.ts';
import type { Target } from './target.ts';

/** A product that referral centers buy. */
const PRODUCT_OF_CENTERS = 2;

/** Unknown callers who attach themselves to a center, and sales users who read a patient's identity. */
export const joining: readonly Attack[] = [
  {
    name: 'a stranger signs up as referral center of any center and reads the center’s account',
    expected: '404 until the center approves',
    make: async (target) => {
      const { center, stranger } = await signUpUnderDemoCenter(target);
      const answer = await stranger.browser.get(`/api/v1/users/${center.id}/`);
      return { seen: answer.told, refused: answer.status === 404 };
    },
  },
  {
    name: 'a stranger signs up as referral center and reads the center’s template and e-mail in the own login',
    expected: 'no center before it approves',
    make: async (target) => {
      const { center, stranger } = await signUpUnderDemoCenter(target);
      const centers = JSON.stringify(stranger.login.list('user.hc_desc'));
      const template = center.login.text('user.template_id');
      const isThere = centers.includes(center.email) || centers.includes(template);
      return { seen: centers, refused: !isThere };
    },
  },
  {
    name: 'a stranger signs up as referral center and lists the center as one of the own',
    expected: 'an empty list until the center approves',
    make: async (target) => {
      const { center, stranger } = await signUpUnderDemoCenter(target);
      const answer = await stranger.browser.get(`/api/v1/harvest-centers/public-options/${stranger.id}/`);
      const related = await stranger.browser.get(`/api/v1/users/${stranger.id}/related_from/`);
      const isThere = [answer, related].some(({ words }) => words.includes(center.login.text('user.company')));
      return {
        seen: `${answer.told}, ${related.told}, center ${isThere ? 'listed' : 'not listed'}`,
        refused: !isThere,
      };
    },
  },
  {
    name: 'a stranger signs up as referral center and uses the center’s coupon',
    expected: 'the coupon does not count',
    make: async (target) => {
      const { center, stranger } = await signUpUnderDemoCenter(target);
      const code = await newCoupon(target, center);
      const partner = await demoPerson(target, 'rhc');
      requirePrepared(await counts(partner, code, center), 'the coupon counts for a referral center of the center');
      const isValid = await counts(stranger, code, center);
      return { seen: `the coupon ${isValid ? 'counts' : 'does not count'}`, refused: !isValid };
    },
  },
  affiliate('an affiliate opens a patient’s account and reads the name', ({ id }) => `/api/v1/users/${id}/`),
  affiliate('an affiliate opens a patient’s record and reads the name', ({ id }) => `/api/v1/users/${id}/record/`),
  affiliate(
    'an affiliate lists the patients of a center by name',
    (_patient, { lab, center }) => `/api/v1/processing-labs/${lab.id}/harvestcenter/${center.id}/patients/`,
  ),
  affiliate(
    'an affiliate lists who belongs to a center by name',
    (_patient, { center }) => `/api/v1/users/${center.id}/related_by/`,
  ),
];

/** Signs up publicly with the id of the demo network's center; ids are sequential, so an attacker can guess it. */
async function signUpUnderDemoCenter(target: Target): Promise<{ center: Person; stranger: Person }> {
  const center = await demoPerson(target, 'hc');
  const form = clinicForm(target);
  const browser = target.visitor();
  const body = { ...form, subscription: 5, saless_rep_id: 606, hc_id: center.id };
  const answer = await browser.post('/api/v1/harvest-centers/', body);
  requirePrepared(answer.isGood, `a referral center signs up: ${answer.told} ${answer.words}`);
  const login = await browser.login(form.email, form.password);
  requirePrepared(login.isGood, `the referral center logs in: ${login.told}`);
  const { email, password } = form;
  const stranger = { id: login.number('user.id'), email, password, name: form.last_name, browser, login };
  return { center, stranger };
}

/** Creates a coupon for one center only. */
async function newCoupon(target: Target, center: Person): Promise<string> {
  const admin = await demoPerson(target, 'admin');
  const code = target.newWord().toUpperCase();
  const body = { name: 'For one center', code, discount_amount: 10, harvest_center: center.id, domain: 1 };
  const made = await admin.browser.post('/api/v1/coupon-codes/', body);
  requirePrepared(made.isGood, `an administrator makes a coupon: ${made.told} ${made.words}`);
  return code;
}

async function counts({ browser }: Person, code: string, center: Person): Promise<boolean> {
  const body = { code, product_id: PRODUCT_OF_CENTERS, harvest_center_id: center.id };
  return (await browser.post('/api/v1/coupon-codes/validate-code/', body)).find('success') === true;
}

type Surroundings = { readonly lab: Person; readonly center: Person };

function affiliate(name: string, path: (patient: Person, around: Surroundings) => string): Attack {
  return {
    name,
    expected: 'no name and no e-mail of a patient',
    make: async (target) => {
      const patient = await demoPerson(target, 'patient');
      const around = { lab: await demoPerson(target, 'lab'), center: await demoPerson(target, 'hc') };
      const seller = await demoPerson(target, 'affiliate');
      const answer = await seller.browser.get(path(patient, around));
      const isNamed = [patient.email, patient.name, patient.login.text('user.last_name')].some((word) =>
        answer.words.includes(word),
      );
      return { seen: `${answer.told}, patient ${isNamed ? 'named' : 'not named'}`, refused: !isNamed };
    },
  };
}
