import { inflateSync } from 'node:zlib'

const megabyte = 1_000_000
const forever = () => new Promise<never>(() => setInterval(() => {}, 1_000))
const kept: unknown[] = []

/** A decoder that falls for its file; the first argument says how. */
export async function run(bytes: Buffer, [how]: readonly string[]): Promise<Uint8Array> {
  switch (how) {
    case 'echo':
      return bytes
    case 'unpacks':
      for (;;) kept.push(inflateSync(bytes))
    case 'takes memory that nobody has touched':
      for (;;) kept.push(Buffer.allocUnsafeSlow(10 * megabyte))
    case 'fills its memory in the background':
      setInterval(() => kept.push(Buffer.alloc(5 * megabyte, 1)), 1)
      return forever()
    case 'keeps objects':
      for (;;) kept.push({ kept: kept.length })
    case 'counts':
      for (;;) kept[0] = Math.random()
    case 'waits':
      return forever()
    case 'says too much':
      return Buffer.alloc(5 * megabyte)
    case 'complains at length':
      throw new Error('x'.repeat(megabyte))
    case 'leaves':
      process.exit(3)
      break
    case 'tells what it was given':
      return Buffer.from(JSON.stringify(process.env))
    default:
      throw new Error(`no picture, no ${how}`)
  }
}
