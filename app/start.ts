import { parseArgs } from 'node:util'
import { runProduct } from './start/run-product.ts'
import { complain, sentenceOf } from './start/sentence.ts'
import { listenForStop } from './start/stop-signals.ts'

/** `npm start` and, with `--dev`, `npm run dev`: the whole product on one machine, until Ctrl-C. */
async function main() {
  const stop = listenForStop()
  const { environment } = await import('./environment.ts')
  const { values } = parseArgs({
    options: { dev: { type: 'boolean' }, 'install-ms': { type: 'string' } },
    strict: false,
  })
  const installMs = Number(values['install-ms'] ?? 0)
  await runProduct(environment, stop, { dev: values.dev === true, installMs })
}

main().then(
  () => process.exit(0),
  (error) => {
    complain(sentenceOf(error))
    process.exit(1)
  },
)
