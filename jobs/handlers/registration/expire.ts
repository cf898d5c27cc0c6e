import { removeOldDrafts } from '#app/domain/platform/registrations/files.ts'
import { endLapsed } from '#app/domain/platform/registrations/lapse.ts'
import type { Handler } from '#jobs/handler.ts'

/** Drafts of one step; each is a transaction. */
const atATime = 50

/** Registrations that nobody has paid for in time, and what organisations have begun and left, with its files. */
export const expireRegistrations: Handler<'registration.expire'> = async (
  _payload,
  { inPlace, files, log },
) => {
  const ended = await inPlace((trx) => endLapsed(trx))
  if (ended > 0) log.info({ ended }, 'registrations have lapsed')
  let all = 0
  for (;;) {
    const { removed, keys } = await inPlace((trx) => removeOldDrafts(trx, atATime))
    for (const key of keys) await files.remove(key)
    all += removed
    if (removed < atATime) break
  }
  if (all > 0) log.info({ removed: all }, 'registrations that were begun and left are gone')
}
