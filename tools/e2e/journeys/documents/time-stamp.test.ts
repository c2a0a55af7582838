import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { sidewaysOverflow } from '../../page/looks.ts';
import { heading } from '../../page/portal.ts';
import { getJson } from '../../people/calls.ts';
import { baseUrl, loggedIn, visitor } from '../../people/person.ts';

test('a visitor reads when a document was stamped, and downloads the stamp and the certificate of the authority', async () => {
  const content = await signedDocument();
  const { page } = await visitor();
  await page.goto('/verify');
  await heading(page, 'Is this document genuine?').waitFor();
  const stamp = page.getByRole('link', { name: 'Download the time stamp' });
  // A starting server stamps what was sealed before, one document after the other.
  await expect
    .poll(
      async () => {
        const again = page.getByRole('button', { name: 'Check another one' });
        if ((await again.count()) > 0) await again.click();
        const chosen = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Choose PDF' }).click();
        await (await chosen).setFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: content });
        await page.getByRole('heading', { name: 'Genuine and unaltered' }).waitFor();
        return stamp.count();
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBe(1);
  await page.getByText(/, by our own clock$/).waitFor();
  await expectAccessibleInEveryLook(page, 'verify-stamped');
  expect(await sidewaysOverflow(page)).toBe(0);

  const saved = page.waitForEvent('download');
  await stamp.click();
  expect((await saved).suggestedFilename()).toMatch(/^[0-9A-Z-]+\.tsr$/);
  const certificate = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Certificate of our time stamps' }).click();
  expect((await certificate).suggestedFilename()).toBe('timestamp-authority.pem');
});

/** A document of the demo network that was signed here. */
async function signedDocument(): Promise<Buffer> {
  const { token, user, context } = await loggedIn('patient');
  const answer = await getJson(`${baseUrl()}/api/v1/documents/list/${user.id}/`, token);
  // @NOTE the response of this call.
  const { attestation } = answer.body as { attestation: { document_id: string }[] };
  const file = await context.request.get(`/media/${attestation[0]?.document_id}.pdf`);
  expect(file.status()).toBe(200);
  return file.body();
}
