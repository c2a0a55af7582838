import { createSocket } from 'node:dgram';

export type DnsStandIn = {
  /** In the format of the setting. */
  readonly server: string;
  /** The A records by host; a host without an entry does not exist. 'silence': no answer. */
  readonly records: Map<string, readonly string[] | 'silence'>;
  close(): Promise<void>;
};

/** A fake name server on loopback that answers A records (RFC 1035) and fails on demand. */
export async function fakeDns(): Promise<DnsStandIn> {
  const records = new Map<string, readonly string[] | 'silence'>();
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = questionOf(question);
    const known = records.get(name);
    if (known !== 'silence') socket.send(answerTo(question.subarray(0, end), known, type), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

const HEADER_BYTES = 12;
const A = 1;

function questionOf(message: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, known: readonly string[] | undefined, type: number): Buffer {
  const addresses = type === A ? (known ?? []) : [];
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  // A response with recursion; code 3 means that there is no such name.
  header.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    // A pointer to the name of the question, type A, class IN, one minute, four bytes.
    Buffer.concat([Buffer.from('c00c000100010000003c0004', 'hex'), Buffer.from(address.split('.').map(Number))]),
  );
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...records]);
}
