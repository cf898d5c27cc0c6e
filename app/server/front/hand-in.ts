import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { completeDraft, countFiles, lockDraft } from '#app/domain/platform/registrations/change-draft.ts'
import { registerEntity } from '#app/domain/platform/registrations/change-registration.ts'
import {
  inputOf,
  problemsOf,
  withinPackage,
} from '#app/domain/platform/registrations/registration.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { connectionsOf } from './at-step.ts'

/**
 * Registers what a draft holds, by the same code as the call of the API, and ends the draft; once, however often it is
 * asked for. `version`: of the draft as the page showed it; `agreed`: of the terms that it showed. Refuses register.changed, register.incomplete, and for the
 * whole form what registerEntity refuses.
 */
export async function handInDraft(context: RequestContext, code: string, version: number, agreed: string): Promise<void> {
  const { actor, today, t, locale, services } = context
  const { ring } = services
  await context.write(async (trx) => {
    const typed = await lockDraft(trx, ring, code)
    const draft = withinPackage(typed, await connectionsOf(trx, typed))
    if (draft.registration_id) return
    if (draft.version !== version) throw new Refusal('register.changed')
    const input = inputOf(draft, agreed)
    if (!input || problemsOf(draft, await countFiles(trx, draft.id)).length > 0)
      throw new Refusal('register.incomplete')
    const registered = await registerEntity(trx, actor, { ring, today, t }, { ...input, locale }).catch(
      atTheWholeForm,
    )
    await completeDraft(trx, ring, draft, registered)
  })
}

/** The page that hands in has no field for it; its list of problems leads to the step. */
function atTheWholeForm(error: unknown): never {
  const refusal = asRefusal(error)
  throw refusal ? new Refusal(refusal.code, undefined, refusal.values) : error
}
