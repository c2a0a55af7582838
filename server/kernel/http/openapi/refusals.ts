import { commonRefusals, type DeclaredRefusal } from '@vialkeep/contract/kernel/refusal.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type { Json } from './named-shapes.ts';

const REFUSAL = { $ref: '#/components/schemas/Refusal' };

const common = byStatus(commonRefusals);

/** The refusals that every call can answer, once for each status. */
export function commonResponses(): Json {
  return Object.fromEntries([...common].map(([status, refusals]) => [`Refused${status}`, response(refusals)]));
}

/** The refusals of a call by status: its own with their messages, and those that every call can answer. */
export function refusalsOf(route: Route): Json {
  const own = byStatus(route.refusals);
  const isPublic = (status: number) => route.access === 'public' && (status === 401 || status === 403);
  const shared = [...common.keys()].filter((status) => !isPublic(status));
  const statuses = [...new Set([...own.keys(), ...shared])].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const declared = own.get(status);
      if (!declared) return [status, { $ref: `#/components/responses/Refused${status}` }];
      const others = (common.get(status) ?? []).filter(([reason]) => !(reason in route.refusals));
      return [status, response([...declared, ...(isPublic(status) ? [] : others)])];
    }),
  );
}

type Named = readonly [reason: string, refusal: DeclaredRefusal];

function byStatus(refusals: Readonly<Record<string, DeclaredRefusal>>): Map<number, Named[]> {
  return Map.groupBy(Object.entries(refusals), ([, { status }]) => status);
}

function response(refusals: readonly Named[]): Json {
  const reasons = refusals.map(([reason]) => reason);
  const [[, { status }] = ['', { status: 0 }]] = refusals;
  return {
    description: refusals.map(([reason, { message }]) => `- \`${reason}\`: ${message}`).join('\n'),
    ...(status === 429 || status === 503 ? { headers: waitingHeaders } : {}),
    content: {
      'application/json': {
        schema: { allOf: [REFUSAL, { type: 'object', properties: { reason: { enum: reasons } } }] },
        examples: Object.fromEntries(
          refusals.map(([reason, { message }]) => [
            reason,
            { value: { success: false, code: 'error', reason, message } },
          ]),
        ),
      },
    },
  };
}

const waitingHeaders = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
