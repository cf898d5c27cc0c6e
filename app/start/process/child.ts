import { type ChildProcess, spawn } from 'node:child_process'
import { complain, StartError } from '../sentence.ts'

/** A process that shall run for as long as the product does. */
export interface ChildPlan {
  /** As people call it: "The web process ended …". */
  name: string
  /** Node's arguments: flags and the file. */
  args: string[]
  env: Record<string, string>
  /** By default the Node that runs this. */
  program?: string
}

export interface Child {
  pid(): number | undefined
  /** Asks it to end, and ends it after `ms`; settles when it has. */
  stop(ms: number): Promise<void>
  kill(): void
}

export interface ChildWatch {
  /** Called after each start, the first and those after a crash. */
  onStart(): void
  /** Called once when it keeps ending or cannot be started, with its last words; it is started again all the same, until it is stopped. */
  onKeepsEnding(reason: StartError): void
  /** Milliseconds before each restart; the last one before all further ones. */
  delays?: number[]
  /** A child that lived this long is well again. */
  calmMs?: number
}

/** Restarts in a row from which on a child keeps ending. */
const many = 5

const growing = [500, 1_000, 2_000, 4_000, 10_000, 20_000, 30_000, 60_000]

/** Starts a process and starts it again whenever it ends unasked, each time a little later. */
export function startChild(plan: ChildPlan, watch: ChildWatch): Child {
  const { delays = growing, calmMs = 60_000 } = watch
  let current: ChildProcess | undefined
  let stopping = false
  let crashes = 0
  let timer: NodeJS.Timeout | undefined

  const becomeWell = () => {
    if (crashes >= many) complain(`The ${plan.name} process runs again.`)
    crashes = 0
  }

  const launch = () => {
    const { child, failed } = spawnNode(plan)
    current = child
    if (!child) return ended(notStarted(failed), () => '')
    const lastLines = keepLastLines(child)
    let isOver = false
    const over = (how: string) => {
      // a program that cannot be run has an error and, as the case may be, an end as well
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      ended(how, lastLines)
    }
    watch.onStart()
    timer = setTimeout(becomeWell, calmMs)
    child.once('close', (code, signal) => over(signal ? `ended (by ${signal})` : `ended (with code ${code})`))
    // also of a signal that could not be sent, after which the process may live on
    child.on('error', (error) => {
      if (child.pid === undefined) over(notStarted(error))
    })
  }

  const ended = (how: string, lastWords: () => string) => {
    const hasRun = how.startsWith('ended')
    if (stopping) return
    const delay = delays[Math.min(crashes, delays.length - 1)]!
    crashes += 1
    complain(
      `The ${plan.name} process ${how} and is ${hasRun ? 'started' : 'tried'} again in ${delay / 1000} s.`,
    )
    timer = setTimeout(launch, delay)
    if (crashes !== many) return
    const words = lastWords()
    const said = words ? `Its last words:\n\n${words}` : 'It says nothing before it ends.'
    const keeps = hasRun ? how.replace('ended', 'keeps ending') : how
    watch.onKeepsEnding(new StartError(`The ${plan.name} process ${keeps}. ${said}`))
  }

  launch()
  return {
    pid: () => current?.pid,
    async stop(ms) {
      stopping = true
      clearTimeout(timer)
      if (current) await end(current, ms)
    },
    kill() {
      stopping = true
      clearTimeout(timer)
      current?.kill('SIGKILL')
    },
  }
}

/**
 * In a session of its own: a Ctrl-C in the terminal reaches the supervisor alone, which then ends all in order. Where the
 * machine has no room for a process (EAGAIN, ENOMEM) or no such program (ENOENT), there is no child or one without a number.
 */
function spawnNode({ args, env, program = process.execPath }: ChildPlan) {
  try {
    const child = spawn(program, args, {
      env: env as NodeJS.ProcessEnv,
      detached: true,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    return { child, failed: undefined }
  } catch (error) {
    return { child: undefined, failed: error }
  }
}

const notStarted = (error: unknown) =>
  `could not be started (${(error as { code?: string } | undefined)?.code ?? String(error)})`

function keepLastLines(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    said = (said + text).slice(-4_000)
  })
  return () => said.trim().split('\n').slice(-15).join('\n')
}

function end(child: ChildProcess, ms: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), ms)
    child.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
