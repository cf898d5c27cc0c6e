import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import type { z } from 'zod'
import { countDraftUse, saveStep } from '#app/domain/platform/registrations/change-draft.ts'
import {
  secretsOf,
  stepForms,
  stepFrom,
  stepsWith,
  type TypedStep,
} from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { atStep, connectionsOf } from './at-step.ts'

/** Letters of one field that are kept, however many are sent. */
const mostLetters = 2_000

/**
 * Keeps what was typed of a step, right or wrong, then goes on to the next one or says what is wrong. `stays` is the
 * button that asks and does not go on. Refuses too_many_requests and what `check` refuses, after it is kept.
 */
export async function answerStep<S extends TypedStep>(
  args: ActionFunctionArgs,
  step: S,
  check: (input: z.output<(typeof stepForms)[S]>) => Promise<void> = async () => {},
) {
  const { context } = args
  const { code, draft, connections } = await atStep(args)
  const schema = stepForms[step]
  const secrets = Object.entries(secretsOf(step))
  /** Read when the answer is made, after `prepare`. */
  const hidden = secrets.flatMap(([name, { echoes }]) => (echoes ? [] : [name]))
  return answerForm(
    args,
    schema as z.ZodObject,
    async (input, form) => {
      await check(input as z.output<(typeof stepForms)[S]>)
      // The package that was just chosen decides which steps follow.
      const chosen = step === 'package' ? { answers: { package: input as Record<string, string> } } : null
      const asked = stepsWith(chosen ? await connectionsOf(await context.read(), chosen) : connections)
      const next = form.get('go') === 'stay' ? step : stepFrom(asked, step, 1)!
      return redirect(paths.front.step(code, next))
    },
    {
      secrets: hidden,
      prepare: async (form) => {
        for (const [name, { dependsOn }] of secrets) {
          const before = draft.answers[step]?.[name]
          if (form.get(name) !== '' || !before || (dependsOn && !form.get(dependsOn))) continue
          form.set(name, before)
          hidden.push(name)
        }
        await countDraftUse(context.write, context.actor.ip, 'save')
        const text = (name: string) => {
          const value = form.get(name)
          return typeof value === 'string' ? value.slice(0, mostLetters) : ''
        }
        const typed = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, text(name)]))
        const { locale, services } = context
        await context.write((trx) => saveStep(trx, services.ring, code, { step, typed, locale }))
      },
    },
  )
}
