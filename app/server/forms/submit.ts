import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { asRefusal, type Refusal, statusOf } from '#app/domain/core/refusal.ts'
import { packBlockers } from '#app/domain/core/undo/undo-plan.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { newId } from '#db/id.ts'
import type { Last } from '#db/request-database.ts'
import type { DB } from '#db/types.ts'
import { formOf } from './form-data.ts'
import { answerOnce, submissionOf } from './once.ts'

export interface Work {
  trx: Transaction<DB>
  actor: Actor
  context: RequestContext
  today: string
  /** That the work has asked everything, and awaits nothing but the answers. */
  last: Last
}

/** Values of placeholders stand behind a bar. */
export function errorOf(code: string, values: Record<string, string | number> = {}): string {
  return Object.keys(values).length === 0 ? code : `${code}|${JSON.stringify(values)}`
}

/** `secrets`: fields that never go back to the page. */
interface Options {
  secrets?: string[]
  /**
   * Changes what was sent before it is read, such as by lines that a button adds. What it refuses comes back on the form,
   * which is not read then.
   */
  prepare?: (form: FormData) => Promise<void>
  /** It leaves everybody's work as it was (`writeQuietly`). */
  quiet?: boolean
}

type Args = Pick<ActionFunctionArgs, 'request' | 'context'>

/**
 * Every action: parse the form → one transaction → the work's answer (usually a redirect). Wrong input answers 422
 * with the form as it was, before any connection is taken. A refusal or a known constraint rolls back and comes back
 * on the form with its own status. A form that carries a `form_key` is done once, however often it is sent; sent again with
 * other content it is refused, and comes back under a new key.
 */
export function submit<S extends z.ZodType>(
  args: Args,
  schema: S,
  work: (about: Work, input: z.output<S>) => Promise<Response>,
  options: Options = {},
) {
  const { context } = args
  const write = options.quiet ? context.writeWithoutRecount : context.write
  return answerForm(
    args,
    schema,
    async (input) => {
      const submission = await submissionOf(args)
      return write((trx, ended) =>
        answerOnce(
          trx,
          submission,
          (last) => work({ trx, actor: context.actor, context, today: context.today, last }, input),
          ended,
        ),
      )
    },
    options,
  )
}

/**
 * For work that opens its own transactions, since something slow lies between them: a password that is hashed, a
 * picture that is drawn.
 */
export async function answerForm<S extends z.ZodType, R = Response>(
  { request }: Args,
  schema: S,
  work: (input: z.output<S>, form: FormData) => Promise<R>,
  { secrets = [], prepare }: Options = {},
) {
  const form = await formOf(request)
  const refused = await refusalOf(async () => prepare?.(form))
  const submission = parseWithZod(form, { schema, error: formErrorMap })
  const options = { hideFields: secrets }
  if (refused) return refusedReply(submission, refused, options)
  if (submission.status !== 'success') {
    return data(submission.reply(options), { status: submission.status === 'error' ? 422 : 200 })
  }
  try {
    return await work(submission.value as z.output<S>, form)
  } catch (error) {
    const refusal = asRefusal(error)
    // What needs a proof first is asked for it before the route, with all that was posted.
    if (!refusal || refusal.code === 'confirm_required') throw error
    return refusedReply(submission, refusal, options)
  }
}

/** What the work refuses, if that is all it does. */
async function refusalOf(work: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return refusal
  }
}

/** The form as it was, with what was refused at its field or at its head. */
function refusedReply(
  submission: Pick<Submission<unknown>, 'reply'>,
  { code, field, values, found, blockers }: Refusal,
  options: { hideFields: string[] },
) {
  const led = blockers.length > 0 ? { ...values, blockers: packBlockers(blockers) } : values
  const message = [errorOf(code, led)]
  const reply = submission.reply({
    ...options,
    ...(field ? { fieldErrors: { [field]: message } } : { formErrors: message }),
  })
  // What was typed since may be sent as a form of its own.
  if (code === 'form.already_sent') reply.initialValue = { ...reply.initialValue, form_key: newId() }
  return data(found ? { ...reply, found } : reply, { status: statusOf(code) })
}
