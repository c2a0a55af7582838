import type { FastifyInstance } from 'fastify';
import { openLetter } from '../mail/outbox.ts';
import type { Services } from '../services.ts';
import { escapeHtml, htmlPage } from './html.ts';

const MOST = 200;

/** In demo mode emails are not sent; users and tests read them on this page. */
export function addOutboxPages(app: FastifyInstance, services: Services): void {
  app.get('/dev/outbox.json', async () => {
    const letters = await newestLetters(services);
    return letters.map((letter) => ({
      id: letter.id,
      to: letter.recipient,
      subject: letter.subject,
      text: letter.text_body,
      html: letter.html_body,
      created_at: letter.created_at.toISOString(),
    }));
  });

  app.get('/dev/outbox', async (_request, reply) => {
    const letters = await newestLetters(services);
    const items = letters.map(
      (letter) => `<article>
        <h2>${escapeHtml(letter.subject)}</h2>
        <p class="quiet">To ${escapeHtml(letter.recipient)} · ${letter.created_at.toISOString()}</p>
        <pre>${escapeHtml(letter.text_body)}</pre>
      </article>`,
    );
    const body = items.join('') || '<p>No letters yet.</p>';
    return htmlPage(
      reply,
      'Outbox',
      `<h1>Outbox</h1><p class="quiet">Demo mode: nothing leaves this machine.</p>${body}`,
    );
  });
}

async function newestLetters({ store, dataKey }: Services) {
  const rows = await store
    .read('platform')
    .selectFrom('letters')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => openLetter(dataKey, row));
}
