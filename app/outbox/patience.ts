import type { z } from 'zod'

/**
 * How often a job is tried and how long it waits: `first` ms before the second try, twice as long before each further
 * one, less up to half by chance. "outside" spans about three hours, so that a bad evening at a mail server or a
 * gateway is outlived; "inside" about half a minute, for what only fails when something of ours is broken.
 */
export const patience = {
  inside: { attempts: 6, first: 1_000 },
  outside: { attempts: 12, first: 5_000 },
  /** For jobs that a schedule repeats anyway. */
  once: { attempts: 1, first: 0 },
  /** For what somebody waits for at a screen: it goes before everything else, and after a minute nobody wants it. */
  urgent: { attempts: 4, first: 2_000, urgent: true },
} as const

export interface JobKind {
  of: 'tenant' | 'platform'
  payload: z.ZodObject
  attempts: number
  first: number
  /** Goes before all that waits already. */
  urgent?: true
}
