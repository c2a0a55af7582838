/** Files that servers often expose by mistake, and path traversals. */
const EXPOSED = [
  '.env .env.local .env.production .git/HEAD .git/config .gitignore .svn/entries .hg/requires .DS_Store .npmrc .ssh/id_rsa',
  'package.json package-lock.json tsconfig.json node_modules/ node_modules/.package-lock.json server/main.ts server/app.ts',
  'contract/session.ts scripts/start.ts e2e/ faults/ bench/ data/ data/postgres/PG_VERSION data/keys/ data/runtime-password',
  'postgres/PG_VERSION keys/ authority/authority.pem sites/ files/ uploads/ backup/ backup.zip backup.sql dump.sql db.sqlite',
  'admin/ administrator/ phpmyadmin/ adminer.php wp-login.php wp-admin/ server-status server-info actuator actuator/env',
  'metrics debug/pprof/ graphql console manager/html cgi-bin/test.cgi config.json config.yml settings.py id_rsa web.config',
  'assets/ assets/index.js.map index.html.map index.js.map sourcemap.json robots.txt.bak index.html~ .well-known/',
  'dev/ api/ api/v1/ api/admin/ media/ media/assets/ media/hc-logos/ domain/',
];

const STEPS = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%252f', '..%5c', '....//', '..%c0%af', '..;/', '%00/../'];
const FOLDERS = [
  '',
  'media/',
  'media/assets/',
  'media/hc-logos/',
  'media/site-logos/',
  'media/fedex-label/',
  'assets/',
];
const CANARY = ['canary.txt', 'etc/passwd', 'package.json'];

export const paths: readonly string[] = [
  ...EXPOSED.flatMap((line) => line.split(' ')),
  ...FOLDERS.flatMap((folder) =>
    STEPS.flatMap((step) =>
      [1, 2, 4, 8].flatMap((times) => CANARY.map((file) => `${folder}${step.repeat(times)}${file}`)),
    ),
  ),
];
