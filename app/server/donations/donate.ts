import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { type GivingKind, progressOf } from '#app/domain/accounting/gifts/gift.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { openType, openTypes, typeToGive } from '#app/domain/giving/donation-types/open-types.ts'
import { startDonation } from '#app/domain/giving/donations/change-donation.ts'
import { type DonateInput, donateForm, giftWithin } from '#app/domain/giving/donations/donation.ts'
import { appointmentOn } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { onlineTerms } from '#app/domain/payments/attempts/online-terms.ts'
import { isChipGroup } from '#app/domain/payments/payments/payment.ts'
import { payerOf } from '#app/domain/payments/payments/public-invoice.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { errorOf, submit, type Work } from '#app/server/forms/submit.ts'
import { banksOffered, chosenBank } from '#app/server/payments/fpx-banks.ts'
import { chipFor, offerOf } from '#app/server/payments/ways.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { newId } from '#db/id.ts'

/** Gifts that one network begins in ten minutes; after prayers many give through one. */
const starts = { points: 60, seconds: 600 }

/**
 * What a gift needs to be told. Without a type in the address it is the only one that is open, else one chooses first; one
 * that is closed leads to what is open.
 */
export async function openDonate({ request, context }: LoaderFunctionArgs, kind: GivingKind) {
  const { searchParams } = new URL(request.url)
  const { today, locale } = context
  const db = await context.read()
  const code = searchParams.get('type')?.slice(0, 20)
  const [terms, payer, type] = await Promise.all([
    onlineTerms(db),
    payerOf(db, context.actor),
    code
      ? openType(db, kind, code, { on: today, locale })
      : openTypes(db, kind, today, locale).then((all) => (all.length === 1 ? all[0] : undefined)),
  ])
  if (!type) throw redirect(paths[kind].open())
  const authority = kind === 'zakat' ? await appointmentOn(db, type.id, today) : undefined
  const offer = await offerOf(context, terms, searchParams.get('model'))
  if (!offer) throw redirect(paths[kind].open())
  const { way, ways, fee, trial, bank, paused } = offer
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
    ...{ way, ways, fee_sen: fee.payer_fee_sen, trial, bank, paused, form_key: newId() },
  }
}

/** The form with what is wrong with its sum, so that all is said at once; a form that is right is left to the start itself. */
async function formFor(args: ActionFunctionArgs, kind: GivingKind): Promise<typeof donateForm> {
  const { context } = args
  const { status, payload } = parseWithZod(await formOf(args.request), { schema: donateForm })
  const type = status === 'error' && z.uuid().safeParse(payload.type).data
  const found = type && (await typeToGive(await context.read(), kind, type, context.today))
  if (!found) return donateForm
  return donateForm.superRefine((input, { addIssue }) => {
    try {
      giftWithin(input, found)
    } catch (thrown) {
      const refusal = asRefusal(thrown)
      if (!refusal) throw thrown
      addIssue({ code: 'custom', path: [refusal.field!], message: errorOf(refusal.code, refusal.values) })
    }
  })
}

export async function donateAction(args: ActionFunctionArgs, kind: GivingKind) {
  const { request, context } = args
  const form = await formOf(request)
  const key = visitorKey('donation.start', context.actor.ip)
  const [use, at] = await context.writeInOneFlight((trx) =>
    Promise.all([countUse(trx, key, starts), databaseTime(trx)]),
  )
  const asked = form.get('model')
  // What the organisation hides of them the start itself refuses.
  const offered = isChipGroup(asked)
    ? null
    : await banksOffered(context, asked === 'B2B1' ? 'B2B1' : 'B2C', [])
  const begin = async ({ trx, actor, last }: Work, input: DonateInput) => {
    refuseFlood(use)
    if (!offered && !chipFor(context, await onlineTerms(trx))) throw new Refusal('payment.online_off')
    const { config, bank } = offered
      ? chosenBank(offered, input.bank ?? '')
      : { config: null, bank: { code: input.model, name: 'CHIP', online: true } }
    const code = await startDonation(trx, actor, input, {
      ...{ kind, config, bank, locale: context.locale, at, keys: keysOf(context), last },
    })
    return redirect(paths.payment.go(code), 303)
  }
  // A gift that is only begun is nobody's work.
  return submit(args, await formFor(args, kind), begin, { quiet: true })
}
