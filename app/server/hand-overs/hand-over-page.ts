import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { findGeneration } from '#app/domain/billing/generations/find-generations.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { importFor } from '#app/domain/enrolment/imports/find-imports.ts'
import { hasMailServer } from '#app/domain/organisation/mail-server/mail-server.ts'
import { type Asked, askToDo, withdrawAsking } from '#app/domain/reporting/hand-overs/change-hand-over.ts'
import { handOverOf, isReadyToDo, peopleToAsk } from '#app/domain/reporting/hand-overs/find-hand-overs.ts'
import { type HandOverNoun, handOverForm, handOvers } from '#app/domain/reporting/hand-overs/hand-over.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'

/** What the page of a preview or an import says about who was asked to do it; null where there is nothing to say. */
export async function handOverFacts(context: RequestContext, noun: HandOverNoun, id: string) {
  const db = await context.read()
  if (!(await isReadyToDo(db, noun, id))) return null
  const { asks, does } = handOvers[noun]
  const mayDo = context.can(does)
  const asked = await handOverOf(db, noun, id)
  if (mayDo && (!asked || asked.asked_by === context.actor.id)) return null
  const { asker, asked_by, asked_at, asked: name, note, mailed } = asked ?? {}
  return {
    ...{ noun, id, may_do: mayDo },
    asked: asked
      ? { asker: asker!, asked_at: asked_at!, name: name ?? null, note: note ?? null, mailed: mailed! }
      : null,
    may_ask: !mayDo && context.can(asks),
    may_withdraw: asked !== undefined && asked_by === context.actor.id,
  }
}
export type HandOverPageFacts = Awaited<ReturnType<typeof handOverFacts>>

/** Loaders and actions of the pages on which somebody is asked. */
export function handOverPages(noun: HandOverNoun) {
  const { asks } = handOvers[noun]
  const missing = `not_found.${noun}` as const
  const { view } = paths[noun]
  /** Refuses what there is not and what the reader may not see; previews are of the whole organisation. */
  const reach = async (db: Parameters<typeof importFor>[0], context: RequestContext, id: string) => {
    if (noun === 'import') await importFor(db, context.scope(asks), id)
    else await findGeneration(db, id)
  }

  return {
    async loader({ params, context }: LoaderFunctionArgs) {
      const id = idOf(params, missing)
      const db = await context.read()
      await reach(db, context, id)
      if (!(await isReadyToDo(db, noun, id))) throw redirect(view(id))
      const people = await peopleToAsk(db, noun, context.actor.id).execute()
      const before = await handOverOf(db, noun, id)
      return {
        ...{ noun, id },
        people: people.map(({ id, name }) => ({ id, name })),
        before: { asked_of: before?.asked_of ?? '', note: before?.note ?? '' },
      }
    },

    action: (args: ActionFunctionArgs) =>
      submit(args, handOverForm, async ({ trx, actor, context }, input) => {
        const id = idOf(args.params, missing)
        await reach(trx, context, id)
        const mails = context.services.sendsMail || (await hasMailServer(trx))
        const asked = await askToDo(trx, { ...actor, id: actor.id! }, { noun, id }, input, mails)
        return redirectWith(view(id), `hand_over_${saidOf(asked)}`, {
          name: asked.name ?? context.t('hand_over.all'),
        })
      }),

    withdraw: rowVerb(noFields, missing, view, async ({ trx, actor, context }, { id }) => {
      await reach(trx, context, id)
      await withdrawAsking(trx, actor, { noun, id })
      return redirectWith(view(id), 'hand_over_withdrawn')
    }),
  }
}

const saidOf = ({ mailed, mailed_before }: Asked) =>
  mailed > 0 ? 'mailed' : mailed_before ? 'mailed_before' : 'not_mailed'
