import { buildWeb } from './build-web.ts';

/** `npm start`: builds the web app if it is stale, then starts the server. */
await buildWeb(console.log);
await import('../server/main.ts');
