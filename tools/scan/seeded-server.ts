import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { withConnection } from '../../server/kernel/db/roles.ts';

/**
 * A small server with known vulnerabilities. A clean scan of the product counts only if the same command line has just
 * found the vulnerability here. The server listens on this machine only, while a scan runs.
 */
export async function startPlanted(databaseUrl: string, folder: string, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    answer(request, response, databaseUrl, folder).catch((error: unknown) => {
      // Vulnerability: the response shows an internal error.
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  databaseUrl: string,
  folder: string,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://planted');
  // Vulnerability: a page without security headers, and a cookie that scripts can read.
  const page = (html: string) =>
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'session=1' }).end(`<html><body>${html}`);

  if (pathname === '/people') {
    const name = searchParams.get('name') ?? '';
    // Vulnerability: the input becomes part of the SQL statement.
    const { rows } = await withConnection(databaseUrl, (client) =>
      client.query(`select name from people where name like '%${name}%'`),
    );
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
  } else if (pathname === '/hello') {
    // Vulnerability: the input becomes part of the page.
    page(`<p>Hello ${searchParams.get('name') ?? ''}</p>`);
  } else if (pathname === '/') {
    page('<a href="/people?name=a">People</a> <a href="/hello?name=you">Hello</a>');
  } else if (pathname === '/.git/HEAD' || pathname === '/.env') {
    // Vulnerability: the server serves internal files.
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ref: refs/heads/main\n');
  } else if (pathname.startsWith('/media/')) {
    // Vulnerability: a file name can leave its folder.
    const name = decodeURIComponent(pathname.slice('/media/'.length));
    const content = await readFile(join(folder, name));
    response.writeHead(200, { 'content-type': 'text/plain' }).end(content);
  } else {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  }
}
