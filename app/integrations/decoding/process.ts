import { type Decoder, ready, unreadable } from './protocol.ts'

/** All that this process does; its arguments are those of the decoder, after the decoder itself. */
async function main([decoder, ...args]: string[]): Promise<void> {
  const { run }: Decoder = await import(decoder!)
  process.stdout.write(Uint8Array.of(ready))
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(piece as Buffer)
  try {
    process.stdout.write(await run(Buffer.concat(pieces), args))
  } catch (error) {
    process.stderr.write((error as Error).message)
    process.exitCode = unreadable
  }
}

await main(process.argv.slice(2))
