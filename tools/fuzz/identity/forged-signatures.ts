import type { Attack, Verdict } from './attack.ts';
import { requirePrepared } from './attack.ts';
import { documentIdsIn, enterMailedCode, forgetPassword, keysIn, wasWrittenTo } from './mailbox.ts';
import { demoPerson, newPatient, type Person } from './people.ts';
import { signAsGuest, signedPapersOf, signFromSession, type Try } from './signing.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

const NO_SIGNATURE = 'no signature; the patient is written to, or nothing could be done';

/** The seven ways in which an administrator could sign a consent in a patient's name, and six more of the same kind. */
export const forgedSignatures: readonly Attack[] = [
  way('password: an administrator sets it, logs in and signs', async (forger, patient) => {
    await forger.setPassword(patient);
    return forger.logInAndSign(patient, patient.email, TYPED_PASSWORD);
  }),
  way(
    'e-mail: an administrator moves it to the own mailbox, uses Forgot Password and signs',
    async (forger, patient) => {
      await forger.moveEmail(patient);
      return forger.resetAndSign(patient);
    },
  ),
  way('both: an administrator moves the e-mail, sets the password, logs in and signs', async (forger, patient) => {
    await forger.moveEmail(patient);
    await forger.setPassword(patient);
    return forger.logInAndSign(patient, forger.mailbox, TYPED_PASSWORD);
  }),
  {
    name: 'wizard: an administrator creates a patient with a typed password, logs in and signs',
    expected: NO_SIGNATURE,
    make: async (target) => {
      const forger = await Forger.of(target);
      const patient = await forger.createPatient();
      return judgeForgery(target, patient, 0, await forger.logInAndSign(patient, patient.email, TYPED_PASSWORD));
    },
  },
  way(
    'guest link: an administrator moves the e-mail, has the letter sent again and signs as a guest',
    async (forger, patient) => {
      await forger.moveEmail(patient);
      return forger.signByLetter(patient);
    },
  ),
  way('acting: an administrator logs in as the patient and signs', async (forger, patient) =>
    forger.signFrom(await forger.actFor(patient), patient),
  ),
  way('viewing: an administrator views as the patient with the own token and signs', async (forger, patient) => {
    await forger.browser.post('/api/v1/users/login-as-user/', { user_id: patient.id });
    return forger.signFrom(forger.browser, patient);
  }),
  way(
    'acting: the e-mail is moved from inside the account, then Forgot Password, then signed',
    async (forger, patient) => {
      const acting = await forger.actFor(patient);
      await acting.patch(`/api/v1/users/${patient.id}/`, { email: forger.mailbox });
      return forger.resetAndSign(patient);
    },
  ),
  way(
    'second name of the call: the e-mail is moved by users/update, then Forgot Password, then signed',
    async (forger, patient) => {
      await forger.browser.post(`/api/v1/users/update/${patient.id}/`, { email: forger.mailbox });
      return forger.resetAndSign(patient);
    },
  ),
  way(
    'patient form: the e-mail is moved by the call that saves a record, then Forgot Password, then signed',
    async (forger, patient) => {
      await forger.browser.put(`/api/v1/users/${patient.id}/`, { email: forger.mailbox });
      return forger.resetAndSign(patient);
    },
  ),
  way(
    'linked paper: papers in the patient’s name go to another mailbox, are linked to the patient and signed',
    async (forger, patient) => {
      const ids = await forger.sendPapers(patient);
      await forger.linkPapers(patient);
      return forger.signPapers(patient, ids);
    },
  ),
  way(
    'undone e-mail: papers go to the moved address, and are signed once the patient has undone the move',
    async (forger, patient) => {
      await forger.moveEmail(patient);
      const ids = await forger.sendPapers(patient);
      await forger.letUndo(patient);
      return forger.signPapers(patient, ids);
    },
  ),
  way(
    'password between two moves: it is chosen at the first address, the e-mail moves again, the patient undoes, it signs',
    async (forger, patient) => {
      await forger.moveEmail(patient);
      await forger.choosePasswordByLetter();
      await forger.moveEmail(patient, forger.secondMailbox);
      await forger.letUndo(patient);
      return forger.logInAndSign(patient, patient.email, CHOSEN_PASSWORD);
    },
  ),
];

const TYPED_PASSWORD = 'Typed-by-another-47';
const CHOSEN_PASSWORD = 'Chosen-by-a-thief-52';

function way(name: string, forge: (forger: Forger, patient: Person) => Promise<Try>): Attack {
  return {
    name,
    expected: NO_SIGNATURE,
    make: async (target) => {
      const forger = await Forger.of(target);
      const patient = await newPatient(target);
      const before = (await target.lettersTo(patient.email)).length;
      return judgeForgery(target, patient, before, await forge(forger, patient));
    },
  };
}

/**
 * Refused if no document of the patient is signed and the patient received an email, unless the attack had no effect at
 * all.
 */
async function judgeForgery(
  target: Target,
  patient: Person,
  before: number,
  tried: Try & { idle?: boolean },
): Promise<Verdict> {
  const isTold = await wasWrittenTo(target, patient.email, before);
  const signed = await signedPapersOf(target, patient);
  const seen = `${signed} signed (${tried.said}), patient ${isTold ? 'written to' : 'not told'}`;
  return { seen, refused: signed === 0 && !tried.signed && (isTold || tried.idle === true) };
}

/** An administrator of the main site with two mailboxes that the attacker controls. */
class Forger {
  readonly mailbox: string;
  readonly secondMailbox: string;
  readonly browser: Visitor;
  readonly #target: Target;

  private constructor(target: Target, browser: Visitor) {
    this.#target = target;
    this.browser = browser;
    this.mailbox = target.newMailbox();
    this.secondMailbox = target.newMailbox();
  }

  static async of(target: Target): Promise<Forger> {
    return new Forger(target, (await demoPerson(target, 'admin')).browser);
  }

  async setPassword({ id }: Person): Promise<void> {
    const body = { user_id: id, new_password_change: TYPED_PASSWORD };
    await this.browser.post(`/api/v1/users/update-password/${id}/`, body);
  }

  async moveEmail({ id }: Person, to = this.mailbox): Promise<void> {
    await this.browser.patch(`/api/v1/users/${id}/`, { email: to });
  }

  /**
   * The patient undoes the changes that emails to the patient's own address report. Versions without undo send no such
   * email.
   */
  async letUndo({ email }: Person): Promise<void> {
    for (const key of (await this.#target.lettersTo(email)).flatMap(keysIn)) {
      await this.#target.visitor().post('/api/v1/identity/email/undo/', { key });
    }
  }

  async choosePasswordByLetter(): Promise<void> {
    const password = await forgetPassword(this.#target, this.mailbox);
    if (password === null) return;
    const browser = this.#target.visitor();
    await browser.login(this.mailbox, password);
    await browser.post('/api/v1/users/change-password/', {
      password_current: password,
      password_new: CHOSEN_PASSWORD,
      password_confirmation: CHOSEN_PASSWORD,
    });
  }

  async createPatient(): Promise<Person> {
    const word = this.#target.newWord();
    const person = { email: `${word}@people.test`, name: `Vera ${word}`, password: TYPED_PASSWORD };
    const answer = await this.browser.post('/api/v1/users/add-user/', {
      subscription: 2,
      domain: 1,
      first_name: 'Vera',
      last_name: word,
      email: person.email,
      password: person.password,
    });
    requirePrepared(answer.isGood, `the wizard creates a patient: ${answer.told} ${answer.words}`);
    return { ...person, id: answer.number('id'), browser: this.#target.visitor(), login: answer };
  }

  async actFor({ id }: Person): Promise<Visitor> {
    const code = await this.browser.post('/api/admin/users/generate-login-as-user-token/', {
      user_id: id,
      reason: 'A question about a form',
    });
    requirePrepared(code.isGood, `a code to act is made: ${code.told}`);
    const tab = this.#target.visitor();
    const entered = await tab.post('/api/v1/users/login-as-user/', { user_id: id, token: code.text('token') });
    requirePrepared(entered.isGood, `the code is exchanged: ${entered.told}`);
    tab.token = entered.text('token');
    return tab;
  }

  /** Signs from a session that is not the patient's own; the refused sign link ends the attempt. */
  async signFrom(browser: Visitor, patient: Person): Promise<Try & { idle: boolean }> {
    return { ...(await signFromSession(browser, patient)), idle: true };
  }

  /** Logs in with a known password and tries everything that the attacker's mailbox permits. */
  async logInAndSign(patient: Person, email: string, password: string): Promise<Try & { idle?: boolean }> {
    const browser = this.#target.visitor();
    const login = await browser.login(email, password);
    if (!login.isGood) return { signed: false, said: `login ${login.told}`, idle: await this.#isUnchanged(patient) };
    const first = await signFromSession(browser, patient);
    if (first.signed) return first;
    await browser.post('/api/v1/users/change-password/', {
      password_current: password,
      password_new: CHOSEN_PASSWORD,
      password_confirmation: CHOSEN_PASSWORD,
    });
    const second = await signFromSession(browser, patient);
    if (second.signed) return second;
    await enterMailedCode(this.#target, browser, this.mailbox);
    return signFromSession(browser, patient);
  }

  /** Logs in with a one-time password that arrives in the attacker's mailbox. */
  async resetAndSign(patient: Person): Promise<Try & { idle?: boolean }> {
    const password = await forgetPassword(this.#target, this.mailbox);
    if (password !== null) return this.logInAndSign(patient, this.mailbox, password);
    return { signed: false, said: 'no one-time password came', idle: await this.#isUnchanged(patient) };
  }

  async signByLetter(patient: Person): Promise<Try & { idle?: boolean }> {
    return this.signPapers(patient, await this.sendPapers(patient));
  }

  /** Sends documents in the patient's name to the attacker's mailbox; returns the documentIds of those emails. */
  async sendPapers(patient: Person): Promise<readonly string[]> {
    await this.browser.post('/api/v1/documents/send/', {
      harvest_center_id: patient.login.number('user.hc_desc.0.id'),
      name: patient.name,
      email: this.mailbox,
    });
    return (await this.#target.lettersTo(this.mailbox)).flatMap(documentIdsIn);
  }

  async linkPapers({ id }: Person): Promise<void> {
    const papers = await this.#target.tables((owner) =>
      owner.query<{ id: number }>('select id from documents where signer_email = $1', [this.mailbox]),
    );
    for (const paper of papers.rows) {
      await this.browser.patch(`/api/admin/documents/${paper.id}/`, { patient: id });
    }
  }

  async signPapers(patient: Person, ids: readonly string[]): Promise<Try & { idle?: boolean }> {
    let last: Try = { signed: false, said: 'no letter came' };
    for (const id of ids) {
      last = await signAsGuest(this.#target.visitor(), id, patient.name);
      if (last.signed) return last;
    }
    return { ...last, idle: await this.#isUnchanged(patient) };
  }

  /** Whether the patient's own email and password still open the account. */
  async #isUnchanged({ email, password }: Person): Promise<boolean> {
    return (await this.#target.visitor().login(email, password)).isGood;
  }
}
