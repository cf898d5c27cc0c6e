import { rolloverFor } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The change of year to which the address of a list narrows it, if it does and there is one. */
export async function rolloverOf(context: RequestContext, { rollover }: { rollover?: string | undefined }) {
  if (!rollover) return undefined
  const row = await rolloverFor(await context.read(), rollover).catch(() => undefined)
  return row && { id: row.id, name: row.name, previewed_at: row.previewed_at }
}
