import { isBusy } from '#db/sharing/busy.ts'
import type { Handler, Handlers, JobTools, TenantTools } from './handler.ts'
import { Postponed } from './queue/postponed.ts'

/** Milliseconds until a job looks again whether others have let go. */
const pause = 2_000
/** The same for one that was not even begun, so that many of them are little work. */
const longPause = 5_000

/**
 * Handlers whose jobs use up none of their tries while others are in the way in the database. An organisation of which
 * one job was held up has one place of this worker until a job of it comes through: more would be held up as well, and
 * would take the places of others.
 */
export function postponedWhenBusy(handlers: Partial<Handlers>): Partial<Handlers> {
  const narrow = turns()
  const each = Object.entries(handlers).map(([name, handler]) => [
    name,
    waiting(handler as Handler<never>, narrow),
  ])
  return Object.fromEntries(each)
}

function waiting(handler: Handler<never>, narrow: ReturnType<typeof turns>): Handler<never> {
  return async (payload, tools) => {
    const whose = organisationOf(tools)
    if (!narrow.enter(whose)) throw new Postponed(longPause, 'another job of this organisation is held up')
    try {
      await handler(payload, tools)
      narrow.through(whose)
    } catch (error) {
      if (!isBusy(error)) {
        narrow.through(whose)
        throw error
      }
      narrow.heldUp(whose)
      throw new Postponed(pause, (error as Error).message)
    }
  }
}

/** By organisation, whether one that was held up has a job at work. Of the platform's own jobs nothing is asked. */
function turns() {
  const atWork = new Map<string | undefined, boolean>()
  return {
    enter(whose: string | undefined): boolean {
      if (atWork.get(whose)) return false
      if (atWork.has(whose)) atWork.set(whose, true)
      return true
    },
    heldUp(whose: string | undefined) {
      if (whose !== undefined) atWork.set(whose, false)
    },
    through: (whose: string | undefined) => void atWork.delete(whose),
  }
}

const organisationOf = (tools: JobTools) => (tools as Partial<TenantTools>).entity?.id
