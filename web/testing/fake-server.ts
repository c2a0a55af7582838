import {
  type CommonReason,
  commonRefusals,
  type DeclaredRefusal,
  type ProofMethod,
} from '@vialkeep/contract/kernel/refusal.ts';
import type { ReasonOf, Route } from '@vialkeep/contract/kernel/route.ts';
import { vi } from 'vitest';
import { z } from 'zod';

/** One request as the server receives it. */
export type ReceivedCall = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
};

type RefusalDetails = {
  /** Where the server says more than the declared words. */
  message?: string;
  fields?: Record<string, string>;
  error_message?: string;
  methods?: readonly ProofMethod[];
};
type Reply = { status: number; text: string };
type Planned = {
  route: Route;
  /** Null while the test leaves the calls waiting. */
  reply: Reply | null;
  received: ReceivedCall[];
  waiting: (() => void)[];
};

/** Takes the place of the network. A test announces every call that it expects, in the types of the contract. */
export class FakeServer {
  /** The calls that no test announced. */
  readonly unannounced: string[] = [];
  /** How many calls have been replied to. */
  replies = 0;
  private readonly planned = new Map<Route, Planned>();

  /** Answers the call with a body that the route's own schema accepts. */
  answer<R extends Route>(route: R, body: z.input<R['answer']>): void {
    const text = JSON.stringify(route.answer.parse(body));
    this.plan(route, { status: 200, text });
  }

  /** Refuses the call for a reason that the route declares, or that any route can have. */
  refuse<R extends Route>(route: R, reason: ReasonOf<R> | CommonReason, details: RefusalDetails = {}): void {
    const refusals: Readonly<Record<string, DeclaredRefusal>> = { ...commonRefusals, ...route.refusals };
    const declared = refusals[reason];
    if (!declared) throw new Error(`${routeLabel(route)} declares no refusal ${reason}`);
    const answer = { success: false, code: 'error', reason, message: declared.message, ...details };
    this.plan(route, { status: declared.status, text: JSON.stringify(answer) });
  }

  /** Leaves the call waiting until it is answered or refused. */
  hold(route: Route): void {
    this.plan(route, null);
  }

  /** The requests of this call, oldest first. */
  receivedCalls(route: Route): readonly ReceivedCall[] {
    return this.planned.get(route)?.received ?? [];
  }

  isAnnounced(route: Route): boolean {
    return this.planned.has(route);
  }

  /** Replaces the two ways in which the kernel reaches the network. */
  install(): void {
    vi.stubGlobal('fetch', async (address: string, { method, body, signal }: RequestInit) => {
      const { status, text } = await this.reply(method ?? 'GET', address, jsonObject(body), signal);
      return new Response(text, { status });
    });
    const reply = this.reply.bind(this);
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends Upload {
        override reply = reply;
      },
    );
  }

  private plan(route: Route, reply: Planned['reply']): void {
    const known = this.planned.get(route) ?? { route, reply, received: [], waiting: [] };
    known.reply = reply;
    this.planned.set(route, known);
    if (reply) for (const go of known.waiting.splice(0)) go();
  }

  private async reply(
    method: string,
    address: string,
    body: Record<string, unknown>,
    signal?: AbortSignal | null,
  ): Promise<Reply> {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const [found] = [...this.planned.values()]
      .filter(({ route }) => route.method === method)
      .map((planned) => ({ planned, params: paramsIn(planned.route.path, pathname) }))
      .filter(({ params }) => params !== null)
      // A path without parameters is meant before one that a parameter happens to match.
      .toSorted((one, other) => Object.keys(one.params ?? {}).length - Object.keys(other.params ?? {}).length);
    if (!found) {
      this.unannounced.push(`${method} ${pathname}`);
      return { status: 503, text: '' };
    }
    const call = { params: found.params ?? {}, query: Object.fromEntries(searchParams), body };
    found.planned.received.push(call);
    if (!found.planned.reply) await untilReleased(found.planned, signal);
    this.replies += 1;
    return found.planned.reply ?? { status: 503, text: '' };
  }
}

function jsonObject(body: RequestInit['body']): Record<string, unknown> {
  return typeof body === 'string' ? z.record(z.string(), z.unknown()).parse(JSON.parse(body)) : {};
}

/** The part of XMLHttpRequest that an upload uses. */
abstract class Upload {
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  onabort?: () => void;
  abstract reply: (method: string, address: string, body: Record<string, unknown>) => Promise<Reply>;
  private request = { method: '', address: '' };

  open(method: string, address: string): void {
    this.request = { method, address };
  }

  setRequestHeader(): void {}

  getResponseHeader(): null {
    return null;
  }

  abort(): void {
    this.onabort?.();
  }

  send(content: FormData | Blob): void {
    const { method, address } = this.request;
    const body = content instanceof Blob ? { bytes: content.size } : Object.fromEntries(content);
    void this.reply(method, address, body).then(({ status, text }) => {
      this.status = status;
      this.responseText = text;
      this.onload?.();
    });
  }
}

function untilReleased({ waiting }: Planned, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener('abort', () => reject(new DOMException('The call was given up.', 'AbortError')));
  });
}

/** The parameters of `/users/:id/` in `/users/7/`; null for another path. */
function paramsIn(path: string, pathname: string): Record<string, string> | null {
  const names = [...path.matchAll(/:([A-Za-z_]+)/g)].map(([, name = '']) => name);
  const pattern = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[A-Za-z_]+/g, '([^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(pathname);
  return found && Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]));
}

function routeLabel(route: Route): string {
  return `${route.method} ${route.path}`;
}
