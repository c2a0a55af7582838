import { buildWeb } from './build-web.ts';

/** `npm start`: the web app where it is stale, then the server. */
await buildWeb(console.log);
await import('../server/main.ts');
