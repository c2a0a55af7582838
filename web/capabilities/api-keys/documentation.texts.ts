/** Says how a program calls this site, receives its events, and verifies them. */
export const documentationTexts = {
  title: 'Documentation',
  back: 'Connections',
  first: {
    title: 'A first call',
    key: 'Make a key with the scope Read patients on the page Connections. Send it in the header Authorization; an address is never read for it.',
    curl: 'With curl',
    client: 'With the client for Node 20 or newer, typed and without dependencies',
    install: 'Install the client',
    download: 'Download the client',
    keep: 'Keep the file in your repository: a later release of this site gives away a later client.',
    curlSample: (origin: string) => `curl ${origin}/api/v1/patients/stages/ \\
  -H "Authorization: Bearer $VIALKEEP_KEY"`,
    installSample: (origin: string) => `curl -o vialkeep-client.tgz ${origin}/api/client.tgz
npm install ./vialkeep-client.tgz`,
    clientSample: (origin: string) => `import { createClient, Refused } from '@vialkeep/client';

const vialkeep = createClient({ url: '${origin}', key: process.env.VIALKEEP_KEY });

const stages = await vialkeep.call('GET /api/v1/patients/stages/');
for (const { stage, count } of stages) console.log(stage, count);`,
  },
  pages: {
    title: 'Lists and refusals',
    lists:
      'A list with limit and offset answers results and count. The next page begins at offset plus the number of results. The client reads one page after the other:',
    listSample: `for await (const page of vialkeep.pages('GET /api/v1/harvests/')) {
  for (const harvest of page.results) console.log(harvest.kit_code);
}`,
    refusals:
      'An answer that is not a success has the fields reason, message and, where single fields are wrong, fields. Branch on reason; the message is for people. The client throws Refused with the same.',
  },
  scopes: {
    title: 'Key scopes',
    note: 'A key makes these calls where its owner may make them.',
  },
  writes: {
    title: 'Writing once',
    note: 'Send a text of at most 64 characters, new for each write, as Idempotency-Key. The same call with the same text within 24 hours changes nothing and gets the first answer, or 409 already_done where the answer is no longer kept; with another body it gets 409 key_reused.',
    keep: 'Store the text beside what you are about to write, so that a program that was stopped sends the same one.',
    sample: `await vialkeep.call('POST /api/v1/vials-history/', {
  body: { type: 'added', date: '2026-02-25', quantity: 2, user: 1030 },
  idempotencyKey: 'freezer-4-run-118',
});`,
  },
  limits: {
    title: 'Limits',
    note: 'Each key may call as many times a minute as the page Connections says. RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset tell what is left and in how many seconds the minute ends.',
    wait: 'After 429 and 503, wait the seconds of Retry-After and call again. The client does so, four times at most: for reads always, for writes only with an Idempotency-Key.',
  },
  webhooks: {
    title: 'Verifying webhooks',
    note: 'Webhooks follow Standard Webhooks 1.0, so that any library of it verifies them. The client does:',
    sample: `import { verifyWebhook } from '@vialkeep/client';

const { id, event } = await verifyWebhook({
  secret: process.env.VIALKEEP_WEBHOOK_SECRET,
  headers: request.headers,
  body: rawBody,
});
if (event.type === 'vials.added') console.log(event.data.patient_id, event.data.quantity);`,
    steps: [
      'Take the body as it was received, before anything parses it.',
      'Compute the HMAC-SHA256 of webhook-id, a dot, webhook-timestamp, a dot and the body, with the bytes behind whsec_ in base64 as its key.',
      'Compare it in constant time with each text behind v1, in webhook-signature. There are two for 24 hours after the secret was replaced; one must agree.',
      'Refuse a webhook-timestamp that is more than five minutes away.',
      'Answer with 200 to 299 within 20 seconds, and do the work afterwards. Another answer is tried again for about three days; 410 disables the endpoint.',
      'Note webhook-id: a message can come more than once, always with the same id.',
    ],
    missed: 'What was missed is read with GET /api/v1/events/ for 90 days.',
  },
} as const;
