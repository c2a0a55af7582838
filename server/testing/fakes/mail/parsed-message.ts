export type ParsedMessage = {
  /** In order, unfolded, with the original spelling of names. */
  headers: [name: string, value: string][];
  parts: { mediaType: string; content: string }[];
};

/** Parses a received message (latin1), independently of the library that wrote it. For fakes only. */
export function parseMessage(raw: string): ParsedMessage {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(valueOf(headers, 'Content-Type'))?.[1];
  const parts = boundary
    ? `\r\n${body}`
        .split(`\r\n--${boundary}`)
        .slice(1, -1)
        .map((part) => partOf(split(part.replace(/^\r\n/, ''))))
    : [partOf({ headers, body })];
  return { headers, parts };
}

export function valueOf(headers: ParsedMessage['headers'], name: string) {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? '';
}

/** Decodes `=?UTF-8?Q?…?=` words (RFC 2047). */
export function decodedWords(value: string) {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : unquoted(word.replace(/_/g, ' ')).toString('utf8'),
    );
}

function split(text: string): { headers: ParsedMessage['headers']; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const headers = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  return { headers, body: text.slice(end + 4) };
}

function partOf({ headers, body }: ReturnType<typeof split>) {
  const encoding = valueOf(headers, 'Content-Transfer-Encoding').toLowerCase();
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? unquoted(body.replace(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1');
  return { mediaType: valueOf(headers, 'Content-Type').split(';')[0] ?? '', content: bytes.toString('utf8') };
}

function unquoted(text: string) {
  return Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
