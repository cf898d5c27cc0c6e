import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import type { Transaction } from 'kysely'
import { requestPaths } from '#app/addresses/request-paths.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import type { RequestNoun } from '#app/domain/core/four-eyes/four-eyes.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { DB } from '#db/types.ts'
import { type FlashKey, redirectWith } from './answers.ts'
import { rowVerb } from './row-verb.ts'
import { submit } from './submit.ts'

/** The rows that a verb may reach, by a permission or where it depends on the reader. */
type Reach = Permission | ((context: RequestContext) => RowScope)
const scopeOf = (context: RequestContext, reach: Reach) =>
  typeof reach === 'string' ? context.scope(reach) : reach(context)

/** What is said of a row once the verb is done. */
type Said<R> = (row: R) => readonly [FlashKey, Record<string, string | number>]

/** The address of a verb is no page; who comes by a link is led to the list. */
export const leadToRequests = (noun: RequestNoun) => () => redirect(requestPaths[noun].list())

/** The button by which a request is approved or taken back. */
export const requestAction = <R>(
  noun: RequestNoun,
  reach: Reach,
  verb: (trx: Transaction<DB>, actor: Actor, scope: RowScope, id: string, today: string) => Promise<R>,
  said: Said<R>,
) =>
  rowVerb(
    noFields,
    `not_found.${noun}`,
    requestPaths[noun].view,
    async ({ trx, actor, context, today }, { id }) => {
      const row = await verb(trx, actor, scopeOf(context, reach), id, today)
      return redirectWith(requestPaths[noun].view(id), ...said(row))
    },
  )

interface Declined {
  decision_reason: string
  today: string
}

/** The form by which one is turned down, or ended, with a reason. */
export const declineAction =
  <R>(
    noun: RequestNoun,
    reach: Permission,
    verb: (trx: Transaction<DB>, actor: Actor, scope: RowScope, id: string, declined: Declined) => Promise<R>,
    said: Said<R>,
  ) =>
  (args: ActionFunctionArgs) =>
    submit(args, declineForm, async ({ trx, actor, context, today }, { decision_reason }) => {
      const id = idOf(args.params, `not_found.${noun}`)
      const row = await verb(trx, actor, context.scope(reach), id, { decision_reason, today })
      return redirectWith(requestPaths[noun].view(id), ...said(row))
    })
