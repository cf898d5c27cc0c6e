import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { RowScope } from '#app/domain/actor.ts'
import { statusForm, versionForm } from '#app/domain/fields.ts'
import type { KeptVerbs } from '#app/domain/kept-verbs.server.ts'
import type { KeptNoun } from '#app/domain/nouns.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { redirectWith } from './answers.ts'
import { submit } from './submit.ts'
import { submitVerb } from './submit-verb.ts'

type KeptForm = z.ZodObject<{ name: z.ZodType<string>; version: z.ZodType<number | undefined> }>

/** Finds one row in a scope, or refuses with not_found. */
type Find<R> = (db: Kysely<DB>, scope: RowScope, id: string) => Promise<R>

/** The page of one row: what the address is about, and what the reader may do with it. */
export async function openRow<R>({ params, context }: LoaderFunctionArgs, noun: KeptNoun, find: Find<R>) {
  const row = await find(
    await context.read(),
    context.scope(`${noun}.view`),
    idOf(params, `not_found.${noun}`),
  )
  return { row, may: { edit: context.can(`${noun}.edit`), remove: context.can(`${noun}.remove`) } }
}

/** The page of new and edit: the row to be changed, or for an address without an id the key of a new one's form. */
export async function openForm<R>({ params, context }: LoaderFunctionArgs, noun: KeptNoun, find: Find<R>) {
  if (!params.id) return { row: undefined, form_key: newId() }
  const scope = context.scope(`${noun}.edit`)
  const row = await find(await context.read(), scope, idOf(params, `not_found.${noun}`))
  return { row, form_key: undefined }
}

/** The form of new and edit: creates or changes a row, then shows it. */
export function submitRow<S extends KeptForm>(args: ActionFunctionArgs, verbs: KeptVerbs<KeptNoun, S>) {
  const { noun, form } = verbs
  return submit(args, form, async ({ trx, actor }, input) => {
    const { name, version = 0 } = input
    if (!args.params.id) {
      const id = await verbs.create(trx, actor, input)
      return redirectWith(paths[noun].view(id), `${noun}_created`, { name })
    }
    const id = idOf(args.params, `not_found.${noun}`)
    await verbs.edit(trx, actor, { id, version }, input)
    return redirectWith(paths[noun].view(id), `${noun}_saved`, { name })
  })
}

/** The address of a verb is no page; who comes by a link is led to the list. */
export const leadToList =
  ({ noun }: { noun: KeptNoun }) =>
  () =>
    redirect(paths[noun].list())

/** The button that switches a row on or off. */
export const statusAction =
  ({ noun, setStatus }: Pick<KeptVerbs<KeptNoun, z.ZodObject>, 'noun' | 'setStatus'>) =>
  (args: ActionFunctionArgs): Promise<Response> => {
    const id = idOf(args.params, `not_found.${noun}`)
    const page = paths[noun].view(id)
    return submitVerb(args, statusForm, page, async ({ trx, actor }, { status, version }) => {
      const name = await setStatus(trx, actor, { id, version }, status)
      return redirectWith(page, status === 'active' ? `${noun}_activated` : `${noun}_deactivated`, { name })
    })
  }

/** The button that removes a row, and leads to the list. */
export const removeAction =
  ({ noun, remove }: Pick<KeptVerbs<KeptNoun, z.ZodObject>, 'noun' | 'remove'>) =>
  (args: ActionFunctionArgs): Promise<Response> => {
    const id = idOf(args.params, `not_found.${noun}`)
    return submitVerb(args, versionForm, paths[noun].view(id), async ({ trx, actor }, { version }) => {
      const name = await remove(trx, actor, { id, version })
      return redirectWith(paths[noun].list(), `${noun}_removed`, { name })
    })
  }
