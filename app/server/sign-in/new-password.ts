import type { ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { hashNewPassword } from '#app/domain/identity/passwords/passwords.ts'
import { answerForm, type Work } from '#app/server/forms/submit.ts'

/**
 * `check` runs before the password is hashed: it refuses who may not, and tells what a guesser knows of the person
 * (name, e-mail address). `work` is the one transaction, and hashing is done before it is opened.
 */
export function submitNewPassword<S extends z.ZodType<{ password: string }>>(
  args: Pick<ActionFunctionArgs, 'request' | 'context'>,
  schema: S,
  check: (input: z.output<S>) => Promise<readonly string[]>,
  work: (about: Work, input: z.output<S>, password_hash: string) => Promise<Response>,
) {
  const { context } = args
  return answerForm(
    args,
    schema,
    async (input) => {
      const about = await check(input)
      await context.releaseConnection()
      const password_hash = await hashNewPassword(input.password, ['Lunas', ...about])
      const { actor, today } = context
      return context.write((trx, last) => work({ trx, actor, context, today, last }, input, password_hash))
    },
    { secrets: ['password', 'password_confirmation', 'current_password'] },
  )
}
