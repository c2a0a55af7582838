/** An answer that is not a success. Programs branch on `reason`; `message` is for people. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
  readonly status: number;
  readonly reason: string;
  /** The messages by the name of the field that they are about. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names this call in the log of the server. */
  readonly requestId: string | null;
  /** The milliseconds after which the server asks to be called again. */
  readonly retryAfterMs: number | null;

  constructor(answer: {
    status: number;
    reason: string;
    message: string;
    fields: Readonly<Record<string, string>>;
    requestId: string | null;
    retryAfterMs: number | null;
  }) {
    super(answer.message);
    this.status = answer.status;
    this.reason = answer.reason;
    this.fields = answer.fields;
    this.requestId = answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** Reads a refusal. One without the shape of the API comes from a proxy; its reason is 'not_from_vialkeep'. */
export async function refusedBy(response: Response): Promise<Refused> {
  const answer = await readRefusal(response);
  return new Refused({
    status: response.status,
    reason: answer.reason ?? 'not_from_vialkeep',
    message: answer.message ?? `The server answered ${response.status}.`,
    fields: answer.fields ?? {},
    requestId: answer.request_id ?? response.headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  });
}

type RefusalAnswer = {
  reason?: string;
  message?: string;
  fields?: Record<string, string>;
  request_id?: string;
};

async function readRefusal(response: Response): Promise<RefusalAnswer> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

/** Seconds, or a date, as HTTP allows both. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
