/** A small project tree: what `project://files/{+path}` completes level by level. */
export const FILES: Readonly<Record<string, string>> = {
  'README.md':
    '# Orchard\n\nA small web shop for apples and pears.\n\nStart with `npm install && npm start`.\n',
  'docs/guides/deploying.md':
    '# Deploying\n\n1. Build the image.\n2. Push it.\n3. Roll it out, one zone at a time.\n',
  'docs/guides/getting-started.md': '# Getting started\n\nInstall Node 20 or newer, then run `npm start`.\n',
  'docs/reference/configuration.md': '# Configuration\n\n`PORT` is where the shop listens; 3000 if unset.\n',
  'docs/reference/http-api.md': '# HTTP API\n\n`GET /fruit` lists what is in stock, as JSON.\n',
  'package.json':
    '{\n  "name": "orchard",\n  "type": "module",\n  "scripts": { "start": "node src/index.js" }\n}\n',
  'src/cart/cart.ts':
    'export interface Line {\n  sku: string;\n  count: number;\n}\n\nexport type Cart = readonly Line[];\n',
  'src/cart/price.ts':
    "import type { Cart } from './cart.js';\n\nexport function total(cart: Cart, priceOf: (sku: string) => number): number {\n" +
    '  return cart.reduce((sum, line) => sum + line.count * priceOf(line.sku), 0);\n}\n',
  'src/cart/price.test.ts':
    "import { total } from './price.js';\n\nconsole.assert(total([], () => 1) === 0);\n",
  'src/index.ts': "import { listen } from './server/http.js';\n\nlisten(Number(process.env.PORT ?? 3000));\n",
  'src/server/http.ts':
    "import { createServer } from 'node:http';\nimport { route } from './routes.js';\n\nexport function listen(port: number) {\n" +
    '  createServer(route).listen(port);\n}\n',
  'src/server/middleware/compress.ts': "export const encodings = ['br', 'gzip'] as const;\n",
  'src/server/middleware/session.ts':
    'export interface Session {\n  readonly id: string;\n  readonly expires: Date;\n}\n',
  'src/server/routes.ts':
    "import type { RequestListener } from 'node:http';\n\nexport const route: RequestListener = (_request, response) => {\n" +
    "  response.end('[]');\n};\n",
  'test/cart.spec.ts': "import { total } from '../src/cart/price.js';\n\nexport const subject = total;\n",
  'test/fixtures/apples.json': '[{ "sku": "boskoop", "pence": 45 }, { "sku": "cox", "pence": 40 }]\n',
  'test/fixtures/pears.json': '[{ "sku": "conference", "pence": 50 }]\n',
  'tsconfig.json': '{\n  "compilerOptions": { "module": "nodenext", "strict": true }\n}\n',
};
