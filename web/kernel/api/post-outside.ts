/**
 * Sends JSON to a party outside, without the session and its cookies. Returns the answer, or null when there is none that
 * can be read within the time. The page's policy must name the host.
 */
export async function postOutside(url: string, body: object, patienceMs: number): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    return await response.json();
  } catch {
    return null;
  }
}
