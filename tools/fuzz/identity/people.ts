import type { Answer } from './answer.ts';
import { requirePrepared } from './attack.ts';
import { OTHER_HOST, type Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** An account whose owner is logged in with a browser of their own. */
export type Person = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly browser: Visitor;
  /** The answer of the login. */
  readonly login: Answer;
};

const DEMO_PASSWORD = 'Vialkeep-demo-1';
/** The sales rep of the demo network whose link every harvest center may use. */
const HOUSE_REP = 606;

/** Demo patients without a document, so that each attack finds only its own. */
const patients = [4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24].map((n) => `patient${n}`);
const taken = new WeakMap<Target, number>();

/** Returns a patient that no other attack has used. */
export function newPatient(target: Target): Promise<Person> {
  const at = taken.get(target) ?? 0;
  taken.set(target, at + 1);
  const account = patients[at];
  if (account === undefined) throw new Error('The demo network has no further patient.');
  return demoPerson(target, account);
}

/** The demo account of this name, on the main site or, as 'admin@north.test', on the other one. */
export function demoPerson(target: Target, account: string): Promise<Person> {
  const email = account.includes('@') ? account : `${account}@vialkeep.test`;
  const browser = target.visitor(email.endsWith('@north.test') ? { host: OTHER_HOST } : {});
  return loggedIn(browser, email, DEMO_PASSWORD);
}

/** An unknown caller signs up as a harvest center. */
export async function newCenter(target: Target, about: Readonly<Record<string, unknown>> = {}): Promise<Person> {
  const browser = target.visitor();
  const body = { ...clinicForm(target), subscription: 4, saless_rep_id: HOUSE_REP, ...about };
  const answer = await browser.post('/api/v1/harvest-centers/', body);
  requirePrepared(answer.isGood, `a harvest center signs up: ${answer.told} ${answer.words}`);
  return loggedIn(browser, body.email, body.password);
}

/** An unknown caller signs up as a sales rep. */
async function newSalesRep(target: Target): Promise<Person> {
  const browser = target.visitor();
  const { first_name, last_name, email, password } = clinicForm(target);
  const body = { first_name, last_name, email, password, subscription: 3 };
  const answer = await browser.post('/api/v1/sales-rep/', body);
  requirePrepared(answer.isGood, `a sales rep signs up: ${answer.told} ${answer.words}`);
  return loggedIn(browser, email, password);
}

/** The super admin of the demo network creates an administrator (7) or a super admin (10). */
export async function newAdministrator(target: Target, plan: 7 | 10): Promise<Person> {
  const person = await newSalesRep(target);
  const boss = await demoPerson(target, 'super');
  const answer = await boss.browser.patch(`/api/v1/users/${person.id}/`, { subscription: plan });
  requirePrepared(answer.isGood, `a super admin gives membership ${plan}: ${answer.told}`);
  return loggedIn(target.visitor(), person.email, person.password);
}

/** The sign-up form of a clinic. */
export function clinicForm(target: Target) {
  const word = target.newWord();
  return {
    first_name: 'Ada',
    last_name: `Moreau ${word}`,
    email: `${word}@people.test`,
    password: `Lantern-${word}-quay`,
    company: `Moreau Clinic ${word}`,
    phone_number: '+1 512 555 0100',
    address1: '1 Main St',
    address2: '',
    city: 'Austin',
    state_desc: 'Texas',
    country_desc: 'United States',
    zip_code: '78701',
  };
}

async function loggedIn(browser: Visitor, email: string, password: string): Promise<Person> {
  const login = await browser.login(email, password);
  requirePrepared(login.isGood, `${email} logs in: ${login.told}`);
  const name = `${login.text('user.first_name')} ${login.text('user.last_name')}`;
  return { id: login.number('user.id'), email, name, password, browser, login };
}

/** Whether an email and a password open a session from a new network. */
export async function opens(target: Target, email: string, password: string): Promise<boolean> {
  return (await target.visitor().login(email, password)).isGood;
}
