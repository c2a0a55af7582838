import { buildWeb } from './build-web.ts';

/** `npm run build`: builds the web app for servers that are started without `npm start`. */
await buildWeb(console.log);
