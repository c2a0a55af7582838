/** A field of a form, or a file if it has a file name. */
export type FormPart = { readonly field: string; readonly fileName: string | null; readonly bytes: Buffer };

const LONGEST_HEADER = 8_192;
const CRLF = '\r\n';

/**
 * The parts of a complete form, as specified in RFC 7578 and written by browsers. Null for anything else and for
 * ambiguous input: a proxy must not see other parts than the server.
 */
export function parseParts(form: Buffer, boundary: string, mostParts: number): readonly FormPart[] | null {
  const opening = Buffer.from(`--${boundary}`);
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  const first = form.indexOf(opening);
  if (first === -1) return null;
  const parts: FormPart[] = [];
  let at = first + opening.length;
  while (!standsAt(form, at, '--')) {
    const header = at + CRLF.length;
    const headerEnd = form.indexOf(CRLF + CRLF, at);
    const content = headerEnd + 2 * CRLF.length;
    const end = form.indexOf(delimiter, headerEnd);
    const isWhole = standsAt(form, at, CRLF) && headerEnd !== -1 && end >= content;
    if (!isWhole || headerEnd - header > LONGEST_HEADER || parts.length === mostParts) return null;

    const named = namesIn(form.toString('utf8', header, headerEnd));
    if (!named) return null;
    parts.push({ ...named, bytes: form.subarray(content, end) });
    at = end + delimiter.length;
  }
  return parts;
}

function standsAt(form: Buffer, at: number, text: string): boolean {
  return form.toString('latin1', at, at + text.length) === text;
}

const DISPOSITION = /^content-disposition: *form-data((?:; *[\w*-]+=(?:"[^"]*"|[^\s";]+))+)$/i;
const PARAMETER = /; *([\w*-]+)=(?:"([^"]*)"|([^\s";]+))/g;

function namesIn(header: string): { field: string; fileName: string | null } | null {
  const disposition = header.split(CRLF).flatMap((line) => DISPOSITION.exec(line)?.[1] ?? []);
  const [parameters = '', another] = disposition;
  const byName = new Map<string, string>();
  for (const [, name = '', quoted, bare] of parameters.matchAll(PARAMETER)) {
    byName.set(name.toLowerCase(), unescapeQuotedText(quoted ?? bare ?? ''));
  }
  const field = byName.get('name');
  if (field === undefined || another !== undefined) return null;
  return { field, fileName: byName.get('filename') ?? null };
}

const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** Decodes the characters that browsers escape between quotation marks. */
function unescapeQuotedText(text: string): string {
  return text.replace(/%(?:22|0D|0A)/g, (code) => ESCAPED[code] ?? code);
}
