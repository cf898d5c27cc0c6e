import type { z } from 'zod'

/**
 * How often a job is tried, and the pauses between tries: `first` ms before the second one, doubled before each further one,
 * less a random part of up to a half. `outside` spans about three hours, for outages of a mail server or a gateway; `inside`
 * about half a minute, for jobs that fail only when something of ours is broken.
 */
export const retries = {
  inside: { attempts: 6, first: 1_000 },
  outside: { attempts: 12, first: 5_000 },
  /** For jobs that a schedule repeats anyway. */
  once: { attempts: 1, first: 0 },
  /** For what a person waits for at the screen: it goes before all other jobs, and after a minute it is useless. */
  urgent: { attempts: 4, first: 2_000, urgent: true },
} as const

/** What the catalogue says about a job. */
export interface JobKind {
  of: 'tenant' | 'platform'
  payload: z.ZodObject
  attempts: number
  first: number
  /** Goes before all waiting jobs. */
  urgent?: true
}
