/** The target and the caller of a hand-written request. */
export type Wired = {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
};

/** Returns requests that no client library sends, byte by byte. Each character is a byte. */
export function badBytes({ method, path, authorization, body }: Wired): Record<string, string> {
  const start = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}`;
  const json = 'Content-Type: application/json\r\n';
  const end = 'Connection: close\r\n\r\n';
  const sized = (bytes: string, size = bytes.length) => `${start}${json}Content-Length: ${size}\r\n${end}${bytes}`;
  const inText = (bytes: string) =>
    sized(`{"email":"${bytes}","first_name":"${bytes}","search":"${bytes}","name":"${bytes}"}`);
  return {
    'byte that is no text': inText('a\xffb'),
    'half a character': inText('a\xe2\x82'),
    'overlong slash': inText('\xc0\xaf'),
    'overlong NUL': inText('\xc0\x80'),
    'surrogate as bytes': inText('\xed\xa0\x80'),
    'beyond the last character': inText('\xf4\x90\x80\x80'),
    'raw NUL': inText('a\x00b'),
    'two bytes a character': sized(Buffer.from(`\ufeff${body}`, 'utf16le').toString('latin1')),
    'two bytes a character, the other way': sized(Buffer.from(body, 'utf16le').swap16().toString('latin1')),
    'a mark before': sized(`\xef\xbb\xbf${body}`),
    'no length': `${start}${json}${end}${body}`,
    'two lengths': `${start}${json}Content-Length: 1\r\nContent-Length: 2\r\n${end}xx`,
    'the same length twice': `${start}${json}Content-Length: 2, 2\r\n${end}{}`,
    'a length below zero': sized(body, -1),
    'a length that is no number': `${start}${json}Content-Length: many\r\n${end}{}`,
    'a length nobody has': `${start}${json}Content-Length: 99999999999999999999\r\n${end}{}`,
    'a length too short': sized(`${body}zzzz`, 1),
    'a length too long': sized('{}', 4_000),
    'a length and chunks': `${start}${json}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
    chunks: `${start}${json}Transfer-Encoding: chunked\r\n${end}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    'chunks of a size that is none': `${start}${json}Transfer-Encoding: chunked\r\n${end}zz\r\n{}\r\n0\r\n\r\n`,
    'chunks below zero': `${start}${json}Transfer-Encoding: chunked\r\n${end}-1\r\n{}\r\n0\r\n\r\n`,
    'a chunk that is cut': `${start}${json}Transfer-Encoding: chunked\r\n${end}ffff\r\n{}`,
    'two kinds of chunks': `${start}${json}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n${end}0\r\n\r\n`,
    'chunks, packed': `${start}${json}Transfer-Encoding: gzip, chunked\r\n${end}2\r\n{}\r\n0\r\n\r\n`,
    'a trailer': `${start}${json}Transfer-Encoding: chunked\r\nTrailer: X-A\r\n${end}2\r\n{}\r\n0\r\nAuthorization: token x\r\n\r\n`,
    'two hosts': `${start}Host: evil.test\r\n${end}`,
    'two tokens': `${start}Authorization: token ${'a'.repeat(43)}\r\n${end}`,
    'a header with NUL': `${start}X-A: a\x00b\r\n${end}`,
    'a header without a name': `${start}: x\r\n${end}`,
    'a header with a blank in its name': `${start}X A: x\r\n${end}`,
    'a header over two lines': `${start}X-A: a\r\n b\r\n${end}`,
    'a header with bytes': `${start}X-A: \xff\xfe\x80\r\n${end}`,
    '2,500 headers': `${start}${'A: b\r\n'.repeat(2_500)}${end}`,
    'a header of 40 kB': `${start}X-A: ${'x'.repeat(40_000)}\r\n${end}`,
    'line ends of one byte': `${method} ${path} HTTP/1.1\nHost: localhost\nConnection: close\n\n`,
    'an address with a blank': `${method} ${path} x HTTP/1.1\r\nHost: localhost\r\n${end}`,
    'an address with bytes': `${method} ${path}\xff\xfe HTTP/1.1\r\nHost: localhost\r\n${end}`,
    'an address with NUL': `${method} ${path}\x00 HTTP/1.1\r\nHost: localhost\r\n${end}`,
    'an address of another host': `${method} http://evil.test${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}${end}`,
    'an address that is a star': `${method} * HTTP/1.1\r\nHost: localhost\r\n${end}`,
    'a method nobody knows': `FROB ${path} HTTP/1.1\r\nHost: localhost\r\n${end}`,
    'a way through': `CONNECT evil.test:443 HTTP/1.1\r\nHost: localhost\r\n${end}`,
    'a version nobody has': `${method} ${path} HTTP/9.9\r\nHost: localhost\r\n${end}`,
    'the old version': `${method} ${path} HTTP/1.0\r\n${end}`,
    'the second version': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'no request': `${body}\r\n\r\n`,
    'half a request': `${method} ${path.slice(0, 5)}`,
    'two requests at once': `${start}\r\n${start}${end}`,
  };
}
