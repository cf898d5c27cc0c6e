import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { LinesToDecide } from '#app/domain/enrolment/applications/application.ts'
import { decidesAs } from '#app/domain/enrolment/applications/decide-application.ts'
import { applicationChild } from '#app/domain/enrolment/applications/find-applications.ts'
import { paths } from '#app/paths.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Work } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { DB } from '#db/types.ts'

/** About which children this reader may decide; refuses who may not, as the organisation has it in its settings. */
export async function decidingScope(context: RequestContext, db: Kysely<DB>): Promise<RowScope> {
  const permission = decidesAs(context.actor.roles, await settings(db, 'application'))
  if (!permission) throw new Refusal('action_not_allowed')
  return context.scope(permission)
}

export async function mayDecide(context: RequestContext, db: Kysely<DB>): Promise<boolean> {
  return decidesAs(context.actor.roles, await settings(db, 'application')) !== undefined
}

/** Which child of which application the address names, within a scope. */
export async function childAt(
  context: RequestContext,
  db: Kysely<DB>,
  scope: RowScope,
  params: { id?: string | undefined },
): Promise<Omit<LinesToDecide, 'version'>> {
  const id = idOf(params, 'not_found.application')
  const { application_id, place } = await applicationChild(db, scope, keysOf(context), id)
  return { id: application_id, place }
}

/** What a button on the page of a child is about: the work, the reach and the child at the version that was seen. */
interface AboutChild {
  work: Work
  scope: RowScope
  which: LinesToDecide
}

/** The action of a button on the page of one child of an application; a refusal is said there. */
export const childVerb = <S extends z.ZodObject<{ version: z.ZodType<number> }>>(
  schema: S,
  decide: (about: AboutChild, input: z.output<S> & { id: string }) => Promise<Response>,
) =>
  rowVerb(schema, 'not_found.application', paths.application.child, async (work, input) => {
    const { trx, context } = work
    const scope = await decidingScope(context, trx)
    const which = { ...(await childAt(context, trx, scope, input)), version: input.version }
    return decide({ work, scope, which }, input)
  })
