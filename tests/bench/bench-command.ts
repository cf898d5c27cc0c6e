import './clean-environment.ts'
import { complain, say, sentenceOf } from '#app/start/sentence.ts'
import { listenForStop } from '#app/start/stop-signals.ts'
import type { Benchmark } from './benchmark.ts'
import { isBroken, linesOf } from './table.ts'

/**
 * `npm run bench`: every benchmark, or those that are named (`npm run bench -- P1 P8`), on a Postgres and ports of
 * their own. Prints ratios to a baseline of the same run. Ends with 1 when a figure that knows no noise is wrong or
 * something could not be measured.
 */
const benchmarks: Record<string, () => Promise<Benchmark>> = {
  P1: () => import('./p1-list-page.ts'),
  P2: () => import('./p2-page-weight.ts'),
  P6: () => import('./p6-billing.ts'),
  P8: () => import('./p8-connection.ts'),
  P12: () => import('./reports/p12-reports.ts'),
  P14: () => import('./p14-stuck-neighbour.ts'),
  P17: () => import('./gateway/p17-callbacks.ts'),
  P20: () => import('./gateway/p20-giving-peak.ts'),
  P21: () => import('./p21-einvoice.ts'),
}

const { openStage } = await import('./stage.ts')
// however often it is told: what it did not end would stay behind
const { signal } = listenForStop(Number.POSITIVE_INFINITY)
const stage = openStage(signal)
signal.addEventListener('abort', () => {
  // what is being measured fails when all that it asks has ended, and the loop below comes to its end
  process.on('unhandledRejection', () => {})
  void stage.close()
})
let failed = false
try {
  for (const name of wanted(process.argv.slice(2))) if (!signal.aborted) await run(name)
} finally {
  await stage.close()
}
process.exit(signal.aborted ? 130 : failed ? 1 : 0)

async function run(name: string) {
  const { title, measure } = await benchmarks[name]!()
  try {
    const { findings, ms } = await timed(() => measure(stage))
    failed ||= isBroken(findings)
    say(linesOf(name, title, findings, ms).join('\n'))
  } catch (error) {
    if (signal.aborted) return
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
