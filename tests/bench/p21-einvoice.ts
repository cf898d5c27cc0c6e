import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import { buildDocument, documentText } from '#app/domain/einvoice/document/build-document.ts'
import { anInvoice, fee, sixPercent } from '#app/domain/einvoice/document/test-support.ts'
import { signDocument } from '#app/domain/einvoice/signature/sign-document.ts'
import { testSigner } from '#app/domain/einvoice/signature/test-support.ts'
import { atMost, type Findings, local, ratio } from './benchmark.ts'
import { inTurns, median, medianRatios, ratios } from './rounds.ts'

export const title = 'An e-invoice of five lines: built, and signed with RSA-2048 and verified'

const built = 4_000
const signed = 250

/** Processor time of a document beside that of writing it as JSON, and of its signature beside that of `crypto.sign`. */
export async function measure(): Promise<Findings> {
  const lines = [10_000, 20_000, 30_000, 40_000, 50_000].map((sen) => fee(sen, { taxes: [sixPercent(sen)] }))
  const invoice = anInvoice({ version: '1.1', lines })
  const document = buildDocument(invoice)
  const text = documentText(document)
  const signer = testSigner()
  const at = new Date('2026-12-01T00:00:00Z')
  const signAside = promisify(sign)
  const sides = {
    build: () => perPiece(built, () => documentText(buildDocument(invoice))),
    stringify: () => perPiece(built, () => JSON.stringify(document)),
    sign: () => perPiece(signed, () => signDocument(document, signer, at)),
    bare: () => perPiece(signed, () => signAside('sha256', Buffer.from(text), signer.key)),
  }
  await inTurns(sides, { rounds: 1 })
  const costs = await inTurns(sides, { rounds: 7, turns: 4 })
  return {
    figures: [
      local('processor time to build one', median(costs.build), 'ms', atMost(1)),
      ratio('… ÷ a bare JSON.stringify of it', ratios(costs.build, costs.stringify)),
      local('processor time to sign one and verify it', median(costs.sign), 'ms', atMost(1.5)),
      ratio('… ÷ a bare crypto.sign', medianRatios(costs.sign, costs.bare)),
    ],
    notes: [
      `bare: ${median(costs.stringify).toFixed(3)} ms and ${median(costs.bare).toFixed(2)} ms`,
      `${text.length.toLocaleString('en')} characters; the time of the thread pool is counted, too`,
    ],
  }
}

/** Milliseconds of processor time, of all threads of this process. */
async function perPiece(pieces: number, work: () => unknown): Promise<number> {
  const begun = process.cpuUsage()
  for (let piece = 0; piece < pieces; piece++) await work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000 / pieces
}
