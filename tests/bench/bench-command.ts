import './clean-environment.ts'
import { complain, say, sentenceOf } from '#app/start/sentence.ts'
import type { Benchmark } from './benchmark.ts'
import { isBroken, linesOf } from './table.ts'

/**
 * `npm run bench`: every benchmark, or those that are named (`npm run bench -- P1 P8`), on a Postgres and ports of
 * their own. Prints ratios to a baseline of the same run. Ends with 1 when a figure that knows no noise is wrong.
 */
const benchmarks: Record<string, () => Promise<Benchmark>> = {
  P1: () => import('./p1-list-page.ts'),
  P2: () => import('./p2-page-weight.ts'),
  P3: () => import('./p3-first-visit.ts'),
  P4: () => import('./p4-pdf.ts'),
  P5: () => import('./p5-one-pdf.ts'),
  P6: () => import('./p6-billing.ts'),
  P7: () => import('./p7-provisioning.ts'),
  P8: () => import('./p8-connection.ts'),
  P14: () => import('./p14-stuck-neighbour.ts'),
  P15: () => import('./p15-login-flood.ts'),
  P16: () => import('./p16-audit.ts'),
  P17: () => import('./gateway/p17-callbacks.ts'),
  P18: () => import('./p18-large-lists.ts'),
  P19: () => import('./bank/p19-bank-statement.ts'),
  P20: () => import('./gateway/p20-giving-peak.ts'),
}

const { openStage } = await import('./stage.ts')
const stage = openStage()
let failed = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stage.close().finally(() => process.exit(130)))
}
try {
  for (const name of wanted(process.argv.slice(2))) await run(name)
} finally {
  await stage.close()
}
process.exit(failed ? 1 : 0)

async function run(name: string) {
  const { title, measure } = await benchmarks[name]!()
  try {
    const { findings, ms } = await timed(() => measure(stage))
    failed ||= isBroken(findings)
    say(linesOf(name, title, findings, ms).join('\n'))
  } catch (error) {
    failed = true
    complain(`${name}  ${title}\n  could not be measured: ${sentenceOf(error)}\n`)
  }
}

async function timed<R>(work: () => Promise<R>): Promise<{ findings: R; ms: number }> {
  const begun = performance.now()
  const findings = await work()
  return { findings, ms: performance.now() - begun }
}

function wanted(words: string[]): string[] {
  const names = words.map((word) => word.toUpperCase())
  const unknown = names.find((name) => !benchmarks[name])
  if (unknown) {
    complain(`There is no benchmark "${unknown}"; there are ${Object.keys(benchmarks).join(', ')}.`)
    process.exit(1)
  }
  return names.length > 0 ? names : Object.keys(benchmarks)
}
