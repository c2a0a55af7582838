/** A delivery that is claimed for an attempt, with its endpoint and its event. */
export type DueDelivery = {
  readonly id: number;
  readonly endpoint_id: number;
  readonly domain_id: number;
  readonly event_id: number;
  readonly attempts: number;
  readonly tries: number;
  readonly owner_id: number;
  readonly url: string;
  readonly secret: string;
  readonly former_secret: string | null;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
};
