import { OFFLINE_AT_FIRST } from './banks.ts'
import { startClock } from './clock.ts'
import type { Sandbox } from './delivery.ts'
import { openKeys } from './keys.ts'
import { readOptions, type SandboxOptions } from './options.ts'
import { runJob } from './play.ts'
import { route } from './routes.ts'
import { openStore } from './state.ts'

export interface RunningSandbox {
  /** Below the base path; others get 404. */
  handle(request: Request): Promise<Response>
  /** Stops deliveries, ends hanging replies and writes the state down. */
  close(): Promise<void>
}

/**
 * PayNet's exchange and every bank behind it, for demo and tests, with its own keys (made on the first start, about a
 * second), its own reading of the wire format, and its own memory in `directory`. Throws when the options say
 * production.
 */
export async function createSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const settings = readOptions(options)
  const keys = await openKeys(settings.directory, settings.exchangeId, settings.clock())
  const store = await openStore(settings.directory, {
    offset: 0,
    sequence: 0,
    transactions: [],
    jobs: [],
    journal: [],
    offline: [...OFFLINE_AT_FIRST],
    forced: null,
    bankList: 'ok',
    signer: 'current',
  })
  const { state, save } = store
  const clock = startClock(store, settings.clock, (job) => runJob(sandbox, job))
  const sandbox: Sandbox = {
    settings,
    keys,
    state,
    clock,
    save,
    now: clock.now,
    note: (entry) => {
      state.journal.push({ at: new Date(clock.now()).toISOString(), ...entry })
      save()
    },
  }
  const closing = new AbortController()

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (!`${pathname}/`.startsWith(`${settings.basePath}/`)) return new Response('Not found', { status: 404 })
    return route(sandbox, request, pathname.slice(settings.basePath.length) || '/', closing.signal)
  }

  async function close(): Promise<void> {
    closing.abort()
    await clock.close()
    await store.flush()
  }

  return { handle, close }
}
