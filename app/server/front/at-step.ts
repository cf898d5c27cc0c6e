import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { featuresIn } from '#app/domain/platform/packages/find-packages.ts'
import { findDraft } from '#app/domain/platform/registrations/change-draft.ts'
import type { Draft } from '#app/domain/platform/registrations/registration.ts'
import {
  answered,
  type Connection,
  connectionsIn,
  type Step,
  secretsOf,
  stepForms,
  stepFrom,
  stepsWith,
  type TypedStep,
  withinPackage,
} from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { codeOf } from '#app/server/payments/public-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** Of one network in ten minutes. */
const wrongCodes = { points: 30, seconds: 600 }

/**
 * What belongs to a code. Refuses not_found.draft, and too_many_requests who tries many wrong ones: right ones are shown
 * whatever else was tried from a network, since they are too long to be guessed.
 */
export async function draftByCode(context: RequestContext, code: string, field?: string): Promise<Draft> {
  const draft = await findDraft(await context.read(), context.services.ring, code)
  if (draft) return draft
  const key = visitorKey('public_code.wrong', context.actor.ip)
  refuseFlood(await context.write((trx) => countUse(trx, key, wrongCodes)))
  throw new Refusal('not_found.draft', field)
}

/** For a page of a step. Whoever has handed in is led to the last page. */
export async function atStep({ params, context }: Args): Promise<AtStep> {
  const code = codeOf(params, 'not_found.draft')
  const draft = await draftByCode(context, code)
  if (draft.registration_id) throw redirect(paths.front.done(code))
  const connections = await connectionsOf(await context.read(), draft)
  return { code, connections, draft: withinPackage(draft, connections) }
}

interface AtStep {
  code: string
  draft: Draft
  /** What can be connected with the package that was chosen. */
  connections: Connection[]
}

/** What the package of a draft can be connected with; nothing before one is chosen. */
export async function connectionsOf(
  db: Kysely<DB>,
  { answers }: Pick<Draft, 'answers'>,
): Promise<Connection[]> {
  const offer = answered(answers, 'package')
  return offer ? connectionsIn(await featuresIn(db, offer.package_id)) : []
}

/** Where a page stands among the steps, and what it says of coming back. */
export interface StepPlace {
  step: Step
  number: number
  count: number
  back: string
  code: string
  until: Date
}

export function placeInSteps({ code, draft, connections }: AtStep, step: Step): StepPlace {
  const steps = stepsWith(connections)
  const before = stepFrom(steps, step, -1)
  return {
    ...{ step, number: steps.indexOf(step) + 1, count: steps.length, code, until: draft.expires_at },
    back: before ? paths.front.step(code, before) : paths.front.packages(),
  }
}

/** What the page of a step shows: its fields as they were left, without secrets; `?check` with what is wrong with them. */
export async function typedStep(args: Args, step: TypedStep) {
  const known = await atStep(args)
  if (!stepsWith(known.connections).includes(step))
    throw redirect(paths.front.step(known.code, stepFrom(stepsWith(known.connections), step, 1)!))
  const { answers } = known.draft
  const secrets = Object.keys(secretsOf(step))
  const typed = answers[step] ?? {}
  const shown = Object.fromEntries(Object.entries(typed).filter(([name]) => !secrets.includes(name)))
  const checks = new URL(args.request.url).searchParams.has('check')
  return {
    ...{ ...known, page: placeInSteps(known, step), typed: shown },
    checked: checks ? wrongWith(stepForms[step], typed, secrets) : null,
    /** Which of its secrets are here, so that an empty field keeps them. */
    kept: secrets.filter(
      (name) => (stepForms[step] as z.ZodObject).shape[name]!.safeParse(typed[name]).success,
    ),
  }
}

/** As an answer to a form that was sent with this. */
function wrongWith(schema: z.ZodObject, typed: Record<string, string>, hideFields: string[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(typed)) form.append(name, value)
  return parseWithZod(form, { schema, error: formErrorMap }).reply({ hideFields })
}
