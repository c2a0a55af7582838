import { noisePng } from '../../harness/pictures.ts';
import { emailOf } from './accounts.ts';
import { getJson, patchJson, postJson } from './calls.ts';

type Session = { token: string; user: { id: number } };

/** Several clients that write without a pause, each with a list of its acknowledged writes. */
export class Writers {
  readonly #baseUrl: string;
  readonly #work: Promise<void>[] = [];
  /** The last acknowledged address of each user, and the one that was in flight without an answer. */
  readonly #addresses = new Map<Session, { last: string; tried: string }>();
  readonly #tokens: string[] = [];
  readonly #logos: { center: Session; logo: string }[] = [];
  #profiles = 0;
  #isOver = false;

  private constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  static async at(baseUrl: string): Promise<Writers> {
    const writers = new Writers(baseUrl);
    const people = await Promise.all(['patient5', 'patient6', 'patient7'].map((account) => writers.#logIn(account)));
    for (const person of people) writers.#run(() => writers.#patch(person));
    const center = await writers.#logIn('hc3');
    writers.#run(() => writers.#upload(center));
    writers.#run(async () => void writers.#tokens.push((await writers.#logIn('patient8')).token));
    return writers;
  }

  acknowledged(): number {
    return this.#profiles + this.#tokens.length + this.#logos.length;
  }

  /** Ends the writers, and waits until each has its last answer. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.stopped();
  }

  /** Waits until every writer has failed, because the server ended. */
  async stopped(): Promise<void> {
    await Promise.all(this.#work);
  }

  /** Returns the acknowledged writes that are missing. */
  async lost(baseUrl: string): Promise<string[]> {
    const lost: string[] = [];
    for (const [{ token, user }, { last, tried }] of this.#addresses) {
      const { status, body } = await getJson(`${baseUrl}/api/v1/users/${user.id}/`, token);
      // @NOTE a user has an address; any other response counts as lost.
      const found = (body as { address1?: string }).address1 ?? '';
      if (status !== 200 || ![last, tried].includes(found)) lost.push(`user ${user.id}: ${found} instead of ${last}`);
    }
    for (const token of this.#tokens) {
      const { status } = await getJson(`${baseUrl}/api/v1/users/session/`, token);
      if (status !== 200) lost.push(`a session: ${status}`);
    }
    for (const { center, logo } of this.#logos) {
      // The server serves only a picture in use.
      const used = await patchJson(`${baseUrl}/api/v1/users/${center.user.id}/`, { hc_logo: logo }, center.token);
      const { ok } = await fetch(`${baseUrl}/media/hc-logos/${logo}`);
      if (used.status !== 200 || !ok) lost.push(`the picture ${logo}`);
    }
    return lost;
  }

  /** Repeats until it is stopped, or until a write fails. */
  #run(write: () => Promise<void>): void {
    const loop = async () => {
      while (!this.#isOver) await write();
    };
    this.#work.push(loop().catch(() => {}));
  }

  async #logIn(account: string): Promise<Session> {
    const sent = { email: emailOf(account), password: 'Vialkeep-demo-1' };
    const { status, body } = await postJson(`${this.#baseUrl}/api/admin/login/`, sent);
    if (status !== 200) throw new Error(`${account} cannot log in: ${status}`);
    // @NOTE the response of a successful login.
    return body as Session;
  }

  async #patch(person: Session): Promise<void> {
    const last = this.#addresses.get(person)?.last ?? '';
    const tried = `${crypto.randomUUID()} Street`;
    if (last !== '') this.#addresses.set(person, { last, tried });
    const { status } = await patchJson(
      `${this.#baseUrl}/api/v1/users/${person.user.id}/`,
      { address1: tried },
      person.token,
    );
    if (status !== 200) throw new Error(`refused: ${status}`);
    this.#addresses.set(person, { last: tried, tried });
    this.#profiles += 1;
  }

  async #upload(center: Session): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(noisePng(40, 40))], { type: 'image/png' }), 'logo.png');
    const answer = await fetch(`${this.#baseUrl}/api/v1/utilities/upload-hc-logo/`, {
      method: 'POST',
      headers: { authorization: `token ${center.token}` },
      body: form,
    });
    if (!answer.ok) throw new Error(`refused: ${answer.status}`);
    // @NOTE the response of an accepted upload has its name.
    this.#logos.push({ center, logo: ((await answer.json()) as { filename: string }).filename });
  }
}
