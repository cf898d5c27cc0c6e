import type { ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { redirectWith } from './answers.ts'
import { submit, type Work } from './submit.ts'

/** For a button without a form of its own: a refusal is said on its page. Not found stays not found. */
export async function submitVerb<S extends z.ZodType>(
  args: Pick<ActionFunctionArgs, 'request' | 'context'>,
  schema: S,
  page: string,
  work: (about: Work, input: z.output<S>) => Promise<Response>,
): Promise<Response> {
  return onPage(page, await submit(args, schema, work))
}

/** What a form without a page of its own was answered: a refusal is said on that page. */
export async function onPage(
  page: string,
  answer: Awaited<ReturnType<typeof submit>> | Response,
): Promise<Response> {
  if (answer instanceof Response) return answer
  const error = Object.values(answer.data.error ?? {}).flat()[0] ?? 'input.invalid'
  const [code, values] = error.split(/\|(.*)/s)
  if (code?.startsWith('not_found.')) throw new Refusal(code as RefusalCode)
  return redirectWith(page, 'refused', { code: code!, ...(values ? JSON.parse(values) : {}) }, 'error')
}
