import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { structureFaults } from '#app/domain/einvoice/document/structure.ts'
import {
  type Check,
  type CheckName,
  type Verification,
  verifyDocument,
} from '#app/domain/einvoice/signature/verify-document.ts'
import { complain, say } from '#app/start/sentence.ts'

const usage = `npm run einvoice -- verify FILE     a signed e-invoice in JSON, ours or anybody's

Ends with 0 when structure, digests and signature are right, with 1 when one is not, with 2 when the file cannot be read.`

const words: Record<CheckName, string> = {
  json: 'JSON of a document',
  signed: 'one signature in it',
  methods: 'methods of digest and signature',
  document: 'digest of the document',
  properties: 'digest of the signed properties',
  certificate: 'digest of the certificate',
  signature: 'signature of the document',
  issuer: 'issuer of the certificate',
  serial: 'serial of the certificate',
  time: 'time of signing',
}

/** What the person at the keyboard did wrong, in a sentence. */
class CommandError extends Error {
  override name = 'CommandError'
}

/** `npm run einvoice -- verify FILE`: needs neither a database nor the tax portal. */
function run(args: string[]): number {
  const text = read(fileOf(args))
  const verification = verifyDocument(text)
  for (const line of linesOf(verification)) say(line)
  if (!verification.certificate) return 1
  const faults = structureFaults(JSON.parse(text))
  say(lineOf('structure', faults.length === 0))
  for (const fault of faults.slice(0, mostFaults)) say(`       ${fault}`)
  if (faults.length > mostFaults) say(`       … and ${faults.length - mostFaults} more`)
  return verification.fits && faults.length === 0 ? 0 : 1
}

const mostFaults = 20

function linesOf({ checks, certificate, numbers }: Verification): string[] {
  return [
    ...(certificate ? [`certificate of ${certificate.subject}`] : []),
    ...checks.flatMap(linesOfCheck),
    ...(numbers === 'kept'
      ? [
          '       The digest is of numbers as they are written, such as 85.0. The portal writes them anew before it compares, and would refuse it.',
        ]
      : []),
  ]
}

function linesOfCheck({ what, fits, stated, found }: Check): string[] {
  const line = lineOf(words[what], fits)
  if (fits || found === undefined) return [line]
  return [line, `       stated  ${stated || 'nothing'}`, `       found   ${found}`]
}

const lineOf = (what: string, fits: boolean): string => `${fits ? 'ok   ' : 'WRONG'}  ${what}`

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function fileOf(args: string[]): string {
  try {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const [verb, file, ...more] = positionals
    if (verb === 'verify' && file && more.length === 0) return file
  } catch {
    // an option that there is not
  }
  throw new CommandError(usage)
}

try {
  process.exitCode = run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  complain(error.message)
  process.exitCode = 2
}
