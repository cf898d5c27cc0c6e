import { setTimeout as sleep } from 'node:timers/promises'

/** Not everything that is ended answers in time (ms); the process ends all the same. */
export async function waitAtMost(ending: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([ending, sleep(ms, undefined, { ref: false })])
}
