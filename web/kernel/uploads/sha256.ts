const BLOCK_BYTES = 64;
/** The position of the message's length in the last block. */
const LENGTH_AT = 56;

/**
 * SHA-256 of bytes that arrive in parts. The browser's own digest takes a whole message only, and a file of a gigabyte
 * does not fit into the memory of a tab.
 */
export class Sha256 {
  private readonly state = Int32Array.from(START);
  private readonly words = new Int32Array(BLOCK_BYTES);
  private readonly block = new Uint8Array(BLOCK_BYTES);
  private filled = 0;
  private bytes = 0;

  add(part: Uint8Array): this {
    this.bytes += part.length;
    let at = 0;
    if (this.filled > 0) {
      at = Math.min(part.length, BLOCK_BYTES - this.filled);
      this.block.set(part.subarray(0, at), this.filled);
      this.filled += at;
      if (this.filled < BLOCK_BYTES) return this;
      this.compress(this.block, 0);
      this.filled = 0;
    }
    for (; at + BLOCK_BYTES <= part.length; at += BLOCK_BYTES) this.compress(part, at);
    this.block.set(part.subarray(at));
    this.filled = part.length - at;
    return this;
  }

  /** The digest in hexadecimal. Nothing can be added afterwards. */
  end(): string {
    const { block, bytes } = this;
    block.fill(0, this.filled);
    block[this.filled] = 0x80;
    if (this.filled >= LENGTH_AT) {
      this.compress(block, 0);
      block.fill(0);
    }
    // The length is in bits; a file has fewer than 2^53 bytes.
    const view = new DataView(block.buffer);
    view.setUint32(LENGTH_AT, Math.floor(bytes / 2 ** 29));
    view.setUint32(LENGTH_AT + 4, (bytes * 8) >>> 0);
    this.compress(block, 0);
    return Array.from(this.state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  /** The inner loops run 16 million times for a gigabyte, so they make no objects. */
  private compress(from: Uint8Array, start: number): void {
    const { state, words } = this;
    for (let index = 0, at = start; index < 16; index += 1, at += 4) {
      words[index] =
        ((from[at] ?? 0) << 24) | ((from[at + 1] ?? 0) << 16) | ((from[at + 2] ?? 0) << 8) | (from[at + 3] ?? 0);
    }
    for (let index = 16; index < BLOCK_BYTES; index += 1) {
      const far = words[index - 15] ?? 0;
      const near = words[index - 2] ?? 0;
      const mixed = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      const other = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      words[index] = (mixed + other + (words[index - 16] ?? 0) + (words[index - 7] ?? 0)) | 0;
    }
    let a = state[0] ?? 0;
    let b = state[1] ?? 0;
    let c = state[2] ?? 0;
    let d = state[3] ?? 0;
    let e = state[4] ?? 0;
    let f = state[5] ?? 0;
    let g = state[6] ?? 0;
    let h = state[7] ?? 0;
    for (let index = 0; index < BLOCK_BYTES; index += 1) {
      const chosen = (e & f) ^ (~e & g);
      const first =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (ROUND[index] ?? 0) + (words[index] ?? 0)) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0] = (state[0] ?? 0) + a;
    state[1] = (state[1] ?? 0) + b;
    state[2] = (state[2] ?? 0) + c;
    state[3] = (state[3] ?? 0) + d;
    state[4] = (state[4] ?? 0) + e;
    state[5] = (state[5] ?? 0) + f;
    state[6] = (state[6] ?? 0) + g;
    state[7] = (state[7] ?? 0) + h;
  }
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional part of a prime's root. */
function fractionOfRoot(prime: number, root: number): number {
  const value = prime ** (1 / root);
  return Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}

/** FIPS 180-4 defines both tables by the roots of the first primes. */
const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fractionOfRoot(prime, 2));
const ROUND = Int32Array.from(PRIMES, (prime) => fractionOfRoot(prime, 3));
