import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { TFunction } from 'i18next'
import type { Kysely, Transaction } from 'kysely'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { deciders, type RequestNoun } from '#app/domain/core/request-nouns.ts'
import { paths } from '#app/paths.ts'
import { type FlashKey, redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { DB } from '#db/types.ts'

interface About<Row> {
  noun: RequestNoun
  /** One within reach; refuses not_found. */
  find(db: Kysely<DB>, scope: RowScope, id: string, today: string): Promise<Row>
  /** What the page tells of it on which it is declined; who asked and why comes after. */
  shown(row: Row, t: TFunction): Shown
}

interface Shown {
  subtitle: string
  /** What the way back to the request is called; the noun's own name where it does not say. */
  back?: string | undefined
  /** What follows from declining it. */
  text?: string | undefined
  items: { label: string; value: string | null }[]
}

/** By which a verb is within reach: a permission, or what depends on the reader. */
type Reach = Permission | ((context: RequestContext) => RowScope)

/** What is said of a row once the verb is done. */
type Said<Row> = (row: Row) => readonly [FlashKey, Record<string, string | number>]

type Verb<Row> = (
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
  t: TFunction,
) => Promise<Row>

type Decline<Row> = (
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  declined: { decision_reason: string; today: string; t: TFunction },
) => Promise<Row>

/** What {@link requestKit} hands to the page on which a request is declined. */
export interface DeclinedRequest extends Shown {
  noun: RequestNoun
  /** Its words are the noun's `<verb>` and `<verb>_title`. */
  verb: string
  row: { id: string; requester: string | null; reason: string | null }
}

/** What one person asks for and another decides: the loaders and actions of the routes of such a noun. */
export function requestKit<Row extends { requester: string | null; reason?: string | null }>({
  noun,
  find,
  shown,
}: About<Row>) {
  const { list, view } = paths[noun]
  const decider = deciders[noun]
  const missing = `not_found.${noun}` as const

  /** The address of a button is no page; who comes by a link is led to the list. */
  const leadToList = () => redirect(list())

  const button = <R>(reach: Reach, verb: Verb<R>, said: Said<R>) => ({
    loader: leadToList,
    action: rowVerb(noFields, missing, view, async ({ trx, actor, context, today }, { id }) => {
      const scope = typeof reach === 'string' ? context.scope(reach) : reach(context)
      const row = await verb(trx, actor, scope, id, today, context.t)
      return redirectWith(view(id), ...said(row))
    }),
  })

  return {
    leadToList,

    /** The button by which it is approved. */
    approve: <R>(verb: Verb<R>, said: Said<R>) => button(decider, verb, said),

    /** The button by which it is withdrawn, by whom `reach` lets. */
    withdraw: button,

    /** The page on which it is turned down, or ended, with a reason. */
    decline: <R>(name: string, verb: Decline<R>, said: Said<R>, text?: (t: TFunction) => string) => ({
      async loader({ params, context }: LoaderFunctionArgs): Promise<DeclinedRequest> {
        const id = idOf(params, missing)
        const row = await find(await context.read(), context.scope(decider), id, context.today)
        const { requester, reason = null } = row
        const { t } = context
        const more = text && { text: text(t) }
        return { noun, verb: name, row: { id, requester, reason }, ...shown(row, t), ...more }
      },
      action: (args: ActionFunctionArgs) =>
        submit(args, declineForm, async ({ trx, actor, context, today }, { decision_reason }) => {
          const id = idOf(args.params, missing)
          const { t } = context
          const row = await verb(trx, actor, context.scope(decider), id, { decision_reason, today, t })
          return redirectWith(view(id), ...said(row))
        }),
    }),
  }
}
