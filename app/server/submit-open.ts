import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { z } from 'zod'
import { asRefusal, statusOf } from '#app/domain/refusal.ts'
import { formOf } from './form-data.ts'
import { formErrorMap } from './form-errors.ts'
import { errorOf } from './submit.ts'

/**
 * A form whose work opens transactions of its own, because it counts tries or hashes passwords: the form is checked, and
 * a refusal comes back on it with its status. `secrets` are fields that are never sent back to the page.
 */
export async function submitOpen<S extends z.ZodType>(
  { request }: Pick<ActionFunctionArgs, 'request'>,
  schema: S,
  work: (input: z.output<S>) => Promise<Response>,
  secrets: string[] = [],
) {
  const submission = parseWithZod(await formOf(request), { schema, error: formErrorMap })
  const hideFields = secrets as never[]
  if (submission.status !== 'success')
    return data(submission.reply({ hideFields }), { status: submission.status === 'error' ? 422 : 200 })
  try {
    return await work(submission.value as z.output<S>)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const message = [errorOf(refusal.code, refusal.values)]
    const errors = refusal.field ? { fieldErrors: { [refusal.field]: message } } : { formErrors: message }
    return data(submission.reply({ ...errors, hideFields }), { status: statusOf(refusal.code) })
  }
}
