import { currentDay } from '#app/domain/core/clock.ts'
import { ringOf } from '#app/domain/core/secrets.ts'
import { failApproval } from '#app/domain/platform/registrations/decide-registration.ts'
import { appDatabaseUrl } from '#app/environment.ts'
import { asOwner } from '#db/owner.ts'
import type { Handler } from '#jobs/handler.ts'
import { orFail } from '#jobs/last-try.ts'
import { letIn } from './let-in.ts'

/** The organisation of an approved registration, whole or not at all; that it could not be made, the operator sees. */
export const provisionRegistration: Handler<'registration.provision'> = async (
  { registration_id },
  { job, inPlatform, environment },
) => {
  const make = async () => {
    const { databaseUrl } = environment
    if (!databaseUrl) throw Object.assign(new Error('this worker has no DATABASE_URL'), { permanent: true })
    const appUser = decodeURIComponent(new URL(appDatabaseUrl(environment)).username)
    const about = { appUser, ring: ringOf(environment), today: currentDay() }
    await asOwner(databaseUrl, (owner) =>
      owner.transaction().execute((trx) => letIn(trx, about, registration_id)),
    )
  }
  await orFail(job, make, (refusal) =>
    inPlatform((trx) => failApproval(trx, registration_id, refusal ?? 'unexpected')),
  )
}
