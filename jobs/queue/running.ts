import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from 'bullmq'
import type { JobData, Process } from './queue.ts'

interface Running {
  job: Job<JobData, void, string>
  token: string
  done: Promise<void>
}

/** Tracks the running jobs, so that a stopping worker can finish them or give them back. */
export function runningJobs(process: Process) {
  const all = new Set<Running>()

  return {
    process: (async (job, token, signal) => {
      const running: Running = { job, token, done: process(job, token, signal) }
      all.add(running)
      try {
        await running.done
      } finally {
        all.delete(running)
      }
    }) satisfies Process,

    ids: () => [...all].map(({ job }) => job.id!),

    /**
     * Waits up to `ms` for the jobs that run, then puts those that still do back into the queue, where another worker
     * takes them at once; says how many. This process must end then: it may not finish them behind the other's back.
     */
    async finish(ms: number): Promise<number> {
      await waitAtMost(Promise.allSettled([...all].map(({ done }) => done)), ms)
      const left = [...all]
      const givingBack = left.map(async ({ job, token }) => {
        await job.updateData({ ...job.data, given_back: true })
        await job.moveToWait(token)
      })
      // If the queue does not answer, it takes the jobs back itself once their locks expire.
      await waitAtMost(Promise.allSettled(givingBack), 1_000)
      return left.length
    },
  }
}

/** Not everything that is ended answers in time (ms); the process ends all the same. */
export async function waitAtMost(ending: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([ending, sleep(ms, undefined, { ref: false })])
}
