import { type ChildProcess, spawn } from 'node:child_process'
import { complain, StartError } from '../sentence.ts'

/** A process that shall run for as long as the product does. */
export interface ChildPlan {
  /** As people call it: "The web process ended …". */
  name: string
  /** Node's arguments: flags and the file. */
  args: string[]
  env: Record<string, string>
}

export interface Child {
  pid(): number | undefined
  /** Asks it to end, and ends it after `ms`; settles when it has. */
  stop(ms: number): Promise<void>
  kill(): void
}

export interface ChildWatch {
  /** Told after each start, the first and those after a crash. */
  onStart(): void
  /** Told, once, when restarting has not helped; the child is then over. */
  onHopeless(reason: StartError): void
  /** Milliseconds before each restart; when they are used up within `calmMs`, there is no hope. */
  delays?: number[]
  /** A child that lived this long is well again. */
  calmMs?: number
}

/** Starts a process and starts it again when it ends unasked, each time a little later. */
export function startChild(plan: ChildPlan, watch: ChildWatch): Child {
  const { delays = [500, 1_000, 2_000, 4_000], calmMs = 60_000 } = watch
  let current: ChildProcess
  let stopping = false
  let crashes = 0
  let timer: NodeJS.Timeout | undefined

  const launch = () => {
    const begun = performance.now()
    const child = spawnNode(plan)
    const lastLines = keepLastLines(child)
    current = child
    watch.onStart()
    child.once('close', (code, signal) => {
      if (stopping) return
      if (performance.now() - begun > calmMs) crashes = 0
      const how = signal ? `by ${signal}` : `with code ${code}`
      const delay = delays[crashes++]
      if (delay === undefined) {
        watch.onHopeless(
          new StartError(
            `The ${plan.name} process keeps ending (${how}). Its last words:\n\n${lastLines().join('\n')}`,
          ),
        )
        return
      }
      complain(`The ${plan.name} process ended (${how}) and is started again in ${delay / 1000} s.`)
      timer = setTimeout(launch, delay)
    })
  }

  launch()
  return {
    pid: () => current.pid,
    async stop(ms) {
      stopping = true
      clearTimeout(timer)
      await end(current, ms)
    },
    kill() {
      stopping = true
      clearTimeout(timer)
      current.kill('SIGKILL')
    },
  }
}

/** In a session of its own: a Ctrl-C in the terminal reaches the supervisor alone, which then ends all in order. */
function spawnNode({ args, env }: ChildPlan): ChildProcess {
  return spawn(process.execPath, args, {
    env: env as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
}

function keepLastLines(child: ChildProcess): () => string[] {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    said = (said + text).slice(-4_000)
  })
  return () => said.trim().split('\n').slice(-15)
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
