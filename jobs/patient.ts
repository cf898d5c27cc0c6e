import { isBusy } from '#db/sharing/busy.ts'
import type { Handler, Handlers } from './handler.ts'
import { Postponed } from './queue/postponed.ts'

/** Milliseconds until a job looks again whether others have let go. */
const pause = 2_000

/** Handlers whose jobs use up none of their tries while others are in the way in the database. */
export function patient(handlers: Partial<Handlers>): Partial<Handlers> {
  const each = Object.entries(handlers).map(([name, handler]) => [name, waiting(handler as Handler<never>)])
  return Object.fromEntries(each)
}

function waiting(handler: Handler<never>): Handler<never> {
  return async (payload, tools) => {
    try {
      await handler(payload, tools)
    } catch (error) {
      throw isBusy(error) ? new Postponed(pause, (error as Error).message) : error
    }
  }
}
