import type { Job, Store } from './state.ts'

/** The machine's time, moved on by control. What is due happens on it, one thing after another. */
export interface Clock {
  now(): number
  /** `after` in ms from now. */
  plan(after: number, job: Planned): void
  /** Everything that is due, and what that brings due. */
  settle(): Promise<void>
  advance(ms: number): Promise<void>
  close(): Promise<void>
}

export type Planned = Job extends infer One
  ? One extends Job
    ? Omit<One, 'due_at' | 'order'>
    : never
  : never

/** Timers cannot wait longer than this; a job further off is looked at again then. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Over the store's job list, which survives restarts; `run` does one job. */
export function startClock(store: Store, machine: () => number, run: (job: Job) => Promise<void>): Clock {
  const { state } = store
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null
  let closed = false

  const now = () => machine() + state.offset
  const next = () =>
    state.jobs.toSorted((a, b) => a.due_at - b.due_at || a.order - b.order).find((job) => job.due_at <= now())

  function plan(after: number, job: Planned): void {
    state.jobs.push({ ...job, due_at: now() + after, order: ++state.sequence } as Job)
    store.save()
    wind()
  }

  function wind(): void {
    clearTimeout(timer)
    if (closed || working || state.jobs.length === 0) return
    const first = Math.min(...state.jobs.map((job) => job.due_at))
    timer = setTimeout(() => void settle(), Math.min(Math.max(first - now(), 0), LONGEST_TIMER))
    timer.unref()
  }

  async function settle(): Promise<void> {
    while (!closed && (working || next())) {
      working ??= work().finally(() => {
        working = null
      })
      await working
    }
    wind()
  }

  async function work(): Promise<void> {
    for (let job = next(); job && !closed; job = next()) {
      state.jobs.splice(state.jobs.indexOf(job), 1)
      await run(job)
      store.save()
    }
  }

  async function advance(ms: number): Promise<void> {
    state.offset += ms
    await settle()
  }

  async function close(): Promise<void> {
    closed = true
    clearTimeout(timer)
    await working
  }

  wind()
  return { now, plan, settle, advance, close }
}
