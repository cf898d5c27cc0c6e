import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { z } from 'zod'
import { choicesOf, isUsed } from '#app/domain/catalogue/crud/crud.ts'
import type { CrudVerbs, Find } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import { statusForm } from '#app/domain/core/fields.ts'
import { refuseForeignBranches } from '#app/domain/core/lists/references.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import { newId } from '#db/id.ts'
import { redirectWith, switchedFlash } from './answers.ts'
import { rowVerb, versionVerb } from './row-verb.ts'
import { submit } from './submit.ts'

type KeptForm = z.ZodObject<{ name: z.ZodType<string>; version: z.ZodType<number | undefined> }>

/**
 * The page of one row: what the address is about, and what the reader may do with it, where they reach it for that. What is
 * used, or was, is not offered to be removed, by the same uses for which removing it would be refused.
 */
export async function openRow<R>(
  { params, context }: LoaderFunctionArgs,
  { noun, uses }: Pick<AnyVerbs, 'noun' | 'uses'>,
  find: Find<R>,
) {
  const db = await context.read()
  const seen = context.scope(`${noun}.view`)
  const id = idOf(params, `not_found.${noun}`)
  const row = await find(db, seen, id)
  const mayDo = async (permission: Permission) => {
    if (!context.can(permission)) return false
    const scope = context.scope(permission)
    return scope.scope === 'all' || scope.scope === seen.scope || reaches(() => find(db, scope, id))
  }
  const [edit, remove] = await Promise.all([mayDo(`${noun}.edit`), mayDo(`${noun}.remove`)])
  return { row, may: { edit, remove: remove && !(await isUsed(db, uses, id)) } }
}

const reaches = (find: () => Promise<unknown>): Promise<boolean> =>
  find().then(
    () => true,
    (error) => {
      if (asRefusal(error)?.code.startsWith('not_found.')) return false
      throw error
    },
  )

/**
 * The page of new and edit: the row to be changed, or for an address without an id the key of a new one's form; and the
 * rows that the reader may add or change.
 */
export async function openForm<R>(
  { params, context }: LoaderFunctionArgs,
  noun: ResourceNoun,
  find: Find<R>,
) {
  if (!params.id) return { row: undefined, form_key: newId(), scope: context.scope(`${noun}.create`) }
  const scope = context.scope(`${noun}.edit`)
  const row = await find(await context.read(), scope, idOf(params, `not_found.${noun}`))
  return { row, form_key: undefined, scope }
}

/**
 * The form of new and edit: creates or changes a row, then shows it. A row beyond the person's reach is not found, and
 * neither is a branch that they would move one to.
 */
export function submitRow<S extends KeptForm>(args: ActionFunctionArgs, verbs: CrudVerbs<ResourceNoun, S>) {
  const { noun, form } = verbs
  return submit(args, form, async ({ trx, actor, context }, input) => {
    const { name, version = 0 } = input
    if (!args.params.id) {
      refuseForeignBranches(context.scope(`${noun}.create`), choicesOf(noun), input)
      const id = await verbs.create(trx, actor, input)
      return redirectWith(paths[noun].view(id), `${noun}_created`, { name })
    }
    const id = idOf(args.params, `not_found.${noun}`)
    const scope = context.scope(`${noun}.edit`)
    const before = await verbs.find(trx, scope, id)
    refuseForeignBranches(scope, choicesOf(noun), input, before)
    await verbs.edit(trx, actor, { id, version }, input)
    return redirectWith(paths[noun].view(id), `${noun}_saved`, { name })
  })
}

/** The address of a verb is no page; who comes by a link is led to the list. */
export const leadToList =
  ({ noun }: { noun: ResourceNoun }) =>
  () =>
    redirect(paths[noun].list())

/** Verbs whatever the form of their noun is. */
type AnyVerbs = Pick<CrudVerbs<ResourceNoun, z.ZodObject>, 'noun' | 'find' | 'uses' | 'setStatus' | 'remove'>

/** The button that switches a row on or off. */
export const statusAction = ({ noun, find, setStatus }: AnyVerbs) =>
  rowVerb(
    statusForm,
    `not_found.${noun}`,
    paths[noun].view,
    async ({ trx, actor, context }, { id, status, version }) => {
      await find(trx, context.scope(`${noun}.edit`), id)
      const name = await setStatus(trx, actor, { id, version }, status)
      return redirectWith(paths[noun].view(id), switchedFlash(noun, status), { name })
    },
  )

/** The button that removes a row, and leads to the list. */
export const removeAction = ({ noun, find, remove }: AnyVerbs) =>
  versionVerb(`not_found.${noun}`, paths[noun].view, async ({ trx, actor, context }, at) => {
    await find(trx, context.scope(`${noun}.remove`), at.id)
    const name = await remove(trx, actor, at)
    return redirectWith(paths[noun].list(), `${noun}_removed`, { name })
  })
