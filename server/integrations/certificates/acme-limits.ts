import { AsyncLocalStorage } from 'node:async_hooks';
import { axios } from 'acme-client';
import { CertificateUnavailable } from '../../ports/certificates.ts';

const LONGEST_ANSWER_BYTES = 64 * 1024;
const BAD_NONCE = 'urn:ietf:params:acme:error:badNonce';

type OrderLimits = { readonly origin: string; readonly timeoutMs: number; hasRepeated: boolean };

/** The library has one HTTP client for the whole process, so each request finds its order's limits here. */
const limitsOfOrder = new AsyncLocalStorage<OrderLimits>();

/** Runs an order at one authority: its requests go to the origin of the directory only, each within the timeout. */
export function runWithinLimits<T>(directoryUrl: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  return limitsOfOrder.run({ origin: new URL(directoryUrl).origin, timeoutMs, hasRepeated: false }, work);
}

Object.assign(axios.defaults, {
  maxRedirects: 0,
  maxContentLength: LONGEST_ANSWER_BYTES,
  // A proxy of the environment would see the requests and could answer them.
  proxy: false,
  // The administrator waits for the answer and can repeat the step; the library would wait as long as the authority says.
  acmeSettings: { retryMaxAttempts: 0 },
});

axios.interceptors.request.use((config) => {
  const { origin, timeoutMs } = requireLimits();
  // The authority names its own addresses; one of another origin is refused.
  if (new URL(config.url ?? '').origin !== origin) {
    throw new CertificateUnavailable('The certificate authority named a foreign address.');
  }
  // The library's own timeout counts silence only; a trickling answer would never end.
  config.signal = AbortSignal.timeout(timeoutMs);
  return config;
});

axios.interceptors.response.use(
  (response) => {
    const limits = requireLimits();
    const { status } = response;
    if (status >= 500) throw new CertificateUnavailable('The certificate authority is not available right now.');
    if (status >= 300 && status < 400) {
      throw new CertificateUnavailable('The certificate authority cannot be reached.');
    }
    const problem = status >= 400 ? problemIn(status, response.data) : '';
    // A nonce may have expired; the library then repeats the request, which happens once.
    const isRepeated: boolean = problem === BAD_NONCE && !limits.hasRepeated;
    if (problem !== '' && !isRepeated) {
      throw new CertificateUnavailable(`The certificate authority refused (${problem}).`);
    }
    limits.hasRepeated = isRepeated;
    return response;
  },
  (error: unknown) => {
    throw error instanceof CertificateUnavailable
      ? error
      : new CertificateUnavailable('The certificate authority cannot be reached.', { cause: error });
  },
);

function requireLimits(): OrderLimits {
  const limits = limitsOfOrder.getStore();
  if (limits === undefined) throw new CertificateUnavailable('The request belongs to no order.');
  return limits;
}

/** Only the problem type, which is a URN; the rest of the answer is left out. */
function problemIn(status: number, answer: unknown): string {
  const type = typeof answer === 'object' && answer !== null && 'type' in answer ? answer.type : undefined;
  return typeof type === 'string' && /^[\w:.-]{1,100}$/.test(type) ? type : `status ${status}`;
}
