/** Why no answer came, in a word. */
export type WebhookFault =
  | 'address_refused'
  | 'name_not_found'
  | 'not_connected'
  | 'not_encrypted'
  | 'connection_lost'
  | 'timeout';

export type WebhookOutcome =
  | {
      readonly status: number;
      /** Seconds until a retry, if the receiver named them. */
      readonly retryAfter: number | null;
    }
  | { readonly fault: WebhookFault };

export type WebhookMessage = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Posts to an address that a user has named. The body of the answer is never read. */
export type WebhookCaller = {
  post(message: WebhookMessage, signal: AbortSignal): Promise<WebhookOutcome>;
};
