import type { FastifyReply } from 'fastify';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
  :root { color-scheme: light dark; --ink: #151d22; --quiet: #54646e; --page: #f6f8f9; --card: #fff; --line: #dfe5e8; --brand: #0b5c6b }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e3e9ec; --quiet: #9fadb5; --page: #10171b; --card: #172026; --line: #33424b; --brand: #55a5b1 } }
  body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; background: var(--page); color: var(--ink);
    font: 15px/1.5 system-ui, sans-serif }
  h1 { font-size: 24px } h2 { font-size: 18px; margin: 0 } .quiet { color: var(--quiet); margin: .25rem 0 }
  article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 1rem 0 }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px } code { color: var(--brand) }
  table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: .25rem .5rem .25rem 0 }
  summary { cursor: pointer; padding: .25rem 0 } a { color: var(--brand) }`;

/** A page without a script, for the few pages outside the application. */
export function htmlPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} — Vialkeep</title>` +
        `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
    );
}
