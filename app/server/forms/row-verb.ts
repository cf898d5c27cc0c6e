import type { ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Work } from './submit.ts'
import { submitVerb } from './submit-verb.ts'

/**
 * The action of a button about the row that its address names. `missing` is said where the address names no id; any
 * other refusal is said on `page`.
 */
export function rowVerb<S extends z.ZodObject>(
  schema: S,
  missing: RefusalCode,
  page: (id: string) => string,
  work: (about: Work, input: z.output<S> & { id: string }) => Promise<Response>,
) {
  return (args: ActionFunctionArgs): Promise<Response> => {
    const id = idOf(args.params, missing)
    return submitVerb(args, schema, page(id), (about, input) => work(about, { ...input, id }))
  }
}

/** One that needs no more than the row at the version that was seen. */
export const versionVerb = (
  missing: RefusalCode,
  page: (id: string) => string,
  work: (about: Work, at: AtVersion) => Promise<Response>,
) => rowVerb(versionForm, missing, page, work)
