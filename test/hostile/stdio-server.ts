/**
 * A stdio server in raw Node, run as a child process: a correct handshake on the older protocols and on 2026-07-28, then
 * one way to misbehave at the first `completion/complete`, named by the first argument; later requests are answered well.
 */
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string };
}

const capabilities = { completions: {}, prompts: {} };
const serverInfo = { name: 'hostile', version: '0.0.0' };

const result = (id: unknown, body: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...body } })}\n`;

const python = (id: unknown, values: readonly string[] = ['python']): string =>
  result(id, { completion: { values } });

const write = (text: string): boolean => process.stdout.write(text);

function trickle(text: string): void {
  const bytes = [...Buffer.from(text)];
  const drip = () => {
    const next = bytes.shift();
    if (next !== undefined) process.stdout.write(Buffer.of(next), () => setImmediate(drip));
  };
  drip();
}

const MISDEEDS: Readonly<Record<string, (id: unknown) => void>> = {
  'log lines on stdout': (id) => write(`Loading model...\n\n{not json}\n${python(id)}bye\n`),
  'the answer byte by byte': (id) => trickle(python(id, ['pythön', '\u{1F40D}'])),
  'two messages in one write': (id) => write(`${result(999, {})}${python(id)}`),
  'a carriage return before the newline': (id) => write(python(id).replace('\n', '\r\n')),
  'a value of 2 MB': (id) => write(python(id, ['python', 'x'.repeat(2 * 1024 * 1024)])),
  'a flood on stderr': (id) => process.stderr.write('warning\n'.repeat(100_000), () => write(python(id))),
  'half an answer, then silence': (id) => write(python(id).slice(0, 30)),
  'half an answer, then exit': (id) => process.stdout.write(python(id).slice(0, 30), () => process.exit(0)),
  'exit without a word': () => process.exit(1),
  'a crash': () => process.abort(),
  'stdout closed, process alive': () => process.stdout.end(),
};

let misdeed = MISDEEDS[process.argv[2] ?? ''];

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as Message;
  if (id === undefined) return;
  if (method === 'initialize')
    write(result(id, { protocolVersion: params?.protocolVersion, capabilities, serverInfo }));
  else if (method === 'server/discover')
    write(result(id, { supportedVersions: ['2026-07-28'], capabilities }));
  else if (method === 'completion/complete') {
    const now = misdeed ?? ((known: unknown) => write(python(known)));
    misdeed = undefined;
    now(id);
  } else write(result(id, {}));
});
