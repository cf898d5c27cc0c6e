import type { Environment } from '#app/environment.ts'
import type { EmbeddedPostgres } from '#db/embedded.ts'
import { buildWhenStale } from './building/build.ts'
import { childPlans } from './children.ts'
import { fillDemo } from './demo.ts'
import { keepDatabase } from './keep-database.ts'
import { claimPorts, type WantedPort } from './ports.ts'
import { type Database, migrateDatabase, openDatabase } from './prepare.ts'
import { type Child, startChild } from './process/child.ts'
import { untilListening, untilReady } from './ready.ts'
import { takeRunLock } from './run-lock.ts'
import { complain, type StartError, say } from './sentence.ts'
import { type Parts, step, timed } from './steps.ts'
import type { StopSignals } from './stop-signals.ts'
import { welcome } from './welcome.ts'

/** Milliseconds that each part may take to end before it is ended; the database gets what the others leave over. */
const patience = { all: 9_500, pages: 8_000, sandbox: 500 }

/** What has been started so far, to be stopped in the opposite order. */
interface Started {
  children: Map<string, Child>
  opening: Promise<Database> | undefined
  embedded: EmbeddedPostgres | undefined
}

/**
 * Runs the whole product until it is told to stop: database, migrations and demo data beside the build of the pages,
 * then the processes, each watched and started again whenever it ends unasked: without the worker pages and payments
 * still work, so one process that keeps ending stops no other. Refuses (StartError, EnvironmentError,
 * EmbeddedPostgresError) what makes a start impossible, pages that never came up among it, after everything that was
 * started has ended.
 * @param options.installMs what the installation before this took, for the split of the time; 0 for none
 */
export async function runProduct(
  environment: Environment,
  stop: StopSignals,
  options: { dev: boolean; installMs: number },
): Promise<void> {
  const begun = performance.now()
  const parts: Parts = { install: options.installMs }
  const lock = await takeRunLock(environment.dataDir, originOf(environment))
  const started: Started = { children: new Map(), opening: undefined, embedded: undefined }
  const ending = new AbortController()
  stop.signal.addEventListener('abort', () => ending.abort(stop))
  if (stop.signal.aborted) ending.abort(stop)
  stop.onForce(() => {
    killAll(started)
    lock.release()
  })
  try {
    await Promise.race([aborted(ending.signal), bringUp()])
    await aborted(ending.signal)
  } catch (error) {
    ending.abort(error)
  }
  if (ending.signal.reason === stop) say('Stopping …')
  await stopAll(started)
  lock.release()
  if (ending.signal.reason !== stop) throw ending.signal.reason

  async function bringUp() {
    const { signal } = ending
    await claimPorts(portsOf(environment))
    const [{ database, accounts }] = await Promise.all([
      prepareDatabase(environment, started, parts, signal),
      options.dev
        ? undefined
        : timed(parts, 'build', () => step('Building the pages', () => buildWhenStale(signal))),
    ])
    const fail = (reason: Error) => ending.abort(reason)
    if (started.embedded)
      void keepDatabase(started as { embedded: EmbeddedPostgres }, environment, signal, fail)
    let isUp = false
    const troubled = new Map<string, () => void>()
    for (const plan of childPlans(environment, database, options)) {
      signal.throwIfAborted()
      const onStart = () => lock.note([...started.children.values()].flatMap((child) => child.pid() ?? []))
      const onKeepsEnding = (reason: StartError) => {
        if (plan.name === 'web' && !isUp) fail(reason)
        else complain(`${reason.message}\n\n${meanwhile(plan.name)}`)
        troubled.get(plan.name)?.()
      }
      started.children.set(plan.name, startChild(plan, { onStart, onKeepsEnding }))
      onStart()
    }
    const sandboxKeepsEnding = new Promise<void>((resolve) => void troubled.set('sandbox', resolve))
    const { host, port, sandbox, sandboxPort } = environment
    await timed(parts, 'processes', () =>
      step('Starting the processes', () =>
        Promise.all([
          untilReady(host, port, signal),
          sandbox
            ? Promise.race([untilListening('sandbox', sandboxPort, signal), sandboxKeepsEnding])
            : undefined,
        ]),
      ),
    )
    isUp = true
    const ms = options.installMs + performance.now() - begun
    say(welcome({ origin: originOf(environment), accounts, sandbox, ms, parts }))
  }
}

/** What goes on while a process keeps ending, and what does not. */
function meanwhile(name: string): string {
  const missing =
    {
      web: 'No page opens until it runs; mail and enquiries at the banks go on.',
      worker: 'Pages and payments go on; mail, PDFs and enquiries at the banks wait until it runs.',
      sandbox: 'Everything else goes on; the sandbox bank and the caught mail wait until it runs.',
    }[name] ?? 'Everything else goes on.'
  return `${missing} It is tried again every minute.`
}

async function prepareDatabase(
  environment: Environment,
  started: Started,
  parts: Parts,
  signal: AbortSignal,
) {
  const database = await timed(parts, 'database', async () => {
    started.opening = openDatabase(environment)
    const opened = await started.opening
    started.embedded = opened.embedded
    signal.throwIfAborted()
    await migrateDatabase(environment, opened)
    return opened
  })
  signal.throwIfAborted()
  const accounts = await timed(parts, 'demo data', () => fillDemo(environment, database))
  return { database, accounts }
}

async function stopAll({ children, opening, ...started }: Started) {
  const end = performance.now() + patience.all
  await Promise.all(['web', 'worker'].map((name) => children.get(name)?.stop(patience.pages)))
  await children.get('sandbox')?.stop(patience.sandbox)
  const database = await opening?.catch(() => undefined)
  // what it cannot write in time it recovers from its log at the next start
  await (started.embedded ?? database?.embedded)?.stop(Math.max(1_000, end - performance.now()))
}

function killAll({ children, embedded }: Started) {
  for (const child of children.values()) child.kill()
  if (embedded) process.kill(embedded.pid, 'SIGQUIT')
}

function portsOf({ host, port, sandbox, sandboxPort }: Environment): WantedPort[] {
  const own = { host, port, variable: 'PORT' }
  const others = [sandboxPort, sandboxPort + 1].map((port) => ({
    host: '127.0.0.1',
    port,
    variable: 'SANDBOX_PORT',
  }))
  return sandbox ? [own, ...others] : [own]
}

function originOf({ secure, mainHost }: Environment): string {
  return `${secure ? 'https' : 'http'}://${mainHost}`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}
