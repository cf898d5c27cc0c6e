import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { onlineTerms } from '#app/domain/attempts/online-terms.server.ts'
import { databaseTime } from '#app/domain/clock.server.ts'
import { donateForm } from '#app/domain/donations/donate-form.ts'
import { type GivingKind, progressOf } from '#app/domain/donations/giving.ts'
import { openType, openTypes } from '#app/domain/donations/open-types.server.ts'
import { feesOf, startDonation } from '#app/domain/donations/start-donation.server.ts'
import { payerOf } from '#app/domain/payments/public.server.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { appointmentOn } from '#app/domain/zakat-appointments/standing.server.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submit } from '#app/server/forms/submit.ts'
import { banksOffered } from '#app/server/payments/fpx-banks.ts'
import { newId } from '#db/id.ts'

/** Gifts that one network begins in ten minutes; after prayers many give through one. */
const starts = { points: 60, seconds: 600 }

/**
 * What a gift needs to be told. Without a type in the address it is the only one that is open, else one chooses first; one
 * that is closed leads to what is open.
 */
export async function openDonate({ request, context }: LoaderFunctionArgs, kind: GivingKind) {
  const { searchParams } = new URL(request.url)
  const { today } = context
  const db = await context.read()
  const code = searchParams.get('type')?.slice(0, 20)
  const [terms, payer, type] = await Promise.all([
    onlineTerms(db),
    payerOf(db, context.actor),
    code
      ? openType(db, kind, { code }, today)
      : openTypes(db, kind, today).then((all) => (all.length === 1 ? all[0] : undefined)),
  ])
  const model = terms.models.find((one) => one === searchParams.get('model')) ?? terms.models[0]
  if (!type || !model || terms.entity_status !== 'active') throw redirect(paths[kind].open())
  const authority = kind === 'zakat' ? await appointmentOn(db, type.id, today) : undefined
  const {
    fault,
    choices,
    fetched_at,
    stale,
    terms: terms_url,
  } = await banksOffered(context, model, terms.hidden_banks)
  const { raised_sen, target_sen, ...about } = type
  return {
    kind,
    type: {
      ...about,
      goal:
        target_sen === null ? null : { target_sen, raised_sen, percent: progressOf(raised_sen, target_sen) },
    },
    authority: authority?.authority ?? null,
    payer,
    ...{ model, models: terms.models, fee_sen: feesOf(terms)[model] },
    paused: fault !== null,
    ...{ choices, fetched_at, stale, terms_url, form_key: newId() },
  }
}

export async function donateAction(args: ActionFunctionArgs, kind: GivingKind) {
  const { request, context } = args
  const form = await formOf(request.clone())
  const key = visitorKey('donation.start', context.actor.ip)
  const use = await context.write((trx) => countUse(trx, key, starts))
  const { hidden_banks } = await onlineTerms(await context.read())
  const asked: Model = form.get('model') === 'B2B1' ? 'B2B1' : 'B2C'
  const { config, fault, choices } = await banksOffered(context, asked, hidden_banks)
  return submit(args, donateForm, async ({ trx, actor }, input) => {
    refuseFlood(use)
    if (fault) throw new Refusal('payment.gateway_paused')
    if (!config || choices.length === 0) throw new Refusal('payment.gateway_unavailable')
    const bank = choices.find((choice) => choice.code === input.bank)
    const code = await startDonation(trx, actor, config, input, {
      kind,
      bank: bank ?? { code: input.bank, name: input.bank, online: false },
      locale: context.locale,
      at: await databaseTime(trx),
    })
    return redirect(paths.payment.go(code), 303)
  })
}
