import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { mayReadPayment } from '#app/domain/core/invoicing/payment-scope.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { openTypes } from '#app/domain/giving/donation-types/open-types.ts'
import { recordGift } from '#app/domain/giving/donations/change-donation.ts'
import { recordGiftForm } from '#app/domain/giving/donations/donation.ts'
import { donation } from '#app/domain/giving/donations/find-donations.ts'
import { maskedGiver } from '#app/domain/giving/donations/giver-identity.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { backdateDaysOf } from '#app/server/payments/backdate.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import { newId } from '#db/id.ts'

/** The page of one gift, with what of its payment the reader may open. */
export async function openGift({ params, context }: LoaderFunctionArgs, kind: GivingKind) {
  const id = idOf(params, `not_found.${kind}`)
  const db = await context.read()
  const row = await donation(db, context.scope('donation.view'), kind, id)
  const { payment_id, attempt_id, ...shown } = row
  const seesPayment =
    payment_id !== null &&
    context.can('payment.view') &&
    (await mayReadPayment(db, context.scope('payment.view'), payment_id))
  return {
    kind,
    row: shown,
    payment_id: seesPayment ? payment_id : null,
    attempt_id: context.can('payment.enquire') ? attempt_id : null,
    seesType: context.can(`${kind}_type.view`),
    giver: kind === 'infaq' ? await maskedGiver(db, keysOf(context), id) : null,
    office: context.scope('donation.view').scope !== 'own',
    reveals: context.can('identity.reveal'),
  }
}

/** The form of a gift that was brought to the office. */
export async function openRecord({ request, context }: LoaderFunctionArgs, kind: GivingKind) {
  const { today } = context
  const db = await context.read()
  const [types, branches] = await Promise.all([
    openTypes(db, kind, today, context.locale),
    branchOptions(db, null, context.scope('donation.record')),
  ])
  const asked = new URL(request.url).searchParams.get('type')
  return {
    ...{ kind, today, branches, form_key: newId() },
    types: types.map(({ id, name, rate_sen, deductible }) => ({ id, name, rate_sen, deductible })),
    chosen: types.find(({ id }) => id === asked)?.id ?? (types.length === 1 ? types[0]!.id : null),
    earliest: addDays(today, -backdateDaysOf(context)),
  }
}

export const recordAction = (args: ActionFunctionArgs, kind: GivingKind) =>
  submit(args, recordGiftForm, async ({ trx, actor, context, today }, input) => {
    const scope = context.scope('donation.record')
    const rules = { scope, today, backdate_days: backdateDaysOf(context), keys: keysOf(context) }
    const { donation_id, number, amount_sen } = await recordGift(trx, actor, kind, input, rules)
    const amount = formatRinggit(amount_sen)
    return redirectWith(paths[kind].view(donation_id), 'gift_recorded', { number, amount })
  })
