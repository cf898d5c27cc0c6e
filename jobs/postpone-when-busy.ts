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
    let heldUp = false
    try {
      await handler(payload, tools)
    } catch (error) {
      heldUp = isBusy(error)
      throw heldUp ? new Postponed(pause, (error as Error).message) : error
    } finally {
      narrow.leave(whose, heldUp)
    }
  }
}

/**
 * By organisation, how many of its jobs are at work and whether the last that ended was held up: then the next begins when
 * none is at work, also of those that had begun before anything was in their way. Of the platform's own jobs nothing is
 * asked.
 */
function turns() {
  const organisations = new Map<string | undefined, { atWork: number; heldUp: boolean }>()
  return {
    enter(whose: string | undefined): boolean {
      if (whose === undefined) return true
      const state = organisations.get(whose) ?? { atWork: 0, heldUp: false }
      if (state.heldUp && state.atWork > 0) return false
      state.atWork++
      organisations.set(whose, state)
      return true
    },
    leave(whose: string | undefined, heldUp: boolean) {
      const state = organisations.get(whose)
      if (!state) return
      state.atWork--
      state.heldUp = heldUp
      if (state.atWork === 0 && !heldUp) organisations.delete(whose)
    },
  }
}

const organisationOf = (tools: JobTools) => (tools as Partial<TenantTools>).entity?.id
