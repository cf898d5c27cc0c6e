import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { Kysely } from 'kysely'
import { databaseTime } from '#app/domain/core/clock.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { abandonAttempt, giveUpApproval } from '#app/domain/gateways/answers/give-up.ts'
import { outcomeOf } from '#app/domain/payments/attempts/attempt.ts'
import { models } from '#app/domain/payments/payments/payment.ts'
import {
  billByCode,
  billVerbForm,
  payBillForm,
  platformPayment,
  platformSeller,
  startPlatformPayment,
} from '#app/domain/platform/platform-invoices/online-payment.ts'
import { DEFAULT_LIMITS, limitRefusal } from '#app/integrations/fpx/limits.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submit } from '#app/server/forms/submit.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'
import { gatewaysOf } from './ask-gateway.ts'
import { banksOffered, chosenBank } from './fpx-banks.ts'
import { codeOf } from './public-page.ts'

/** Of one network in ten minutes. */
const wrongCodes = { points: 30, seconds: 600 }
const starts = { points: 10, seconds: 600 }
const checks = { points: 20, seconds: 600 }
/** Milliseconds until the page goes on without an answer. */
const patience = 5_000

/** What a code leads to, on the main host; who tries many wrong ones is refused. */
async function byCode<R>(
  context: RequestContext,
  missing: RefusalCode,
  find: (db: Kysely<DB>) => Promise<R | undefined>,
): Promise<R> {
  const found = await find(await context.read())
  if (found !== undefined) return found
  const key = visitorKey('public_code.wrong', context.actor.ip)
  refuseFlood(await context.write((trx) => countUse(trx, key, wrongCodes)))
  throw new Refusal(missing)
}

/** An invoice of the platform as whoever has its code sees it, with the banks of one kind of account while it is open. */
export async function openBill({ params, request, context }: LoaderFunctionArgs) {
  const code = codeOf(params, 'not_found.invoice')
  const bill = await byCode(context, 'not_found.invoice', (db) => billByCode(db, code))
  const way = await wayBack(context, bill)
  const told = { bill, way }
  const open = bill.status === 'unpaid'
  if (!open || !(await platformSeller(await context.read()))) return { ...told, offer: null }
  const asked = new URL(request.url).searchParams.get('model')
  const model = models.find((one) => one === asked) ?? 'B2C'
  const { fault, choices, fetched_at, stale, terms } = await banksOffered(context, model, [])
  const refusal: RefusalCode | null = fault
    ? 'payment.gateway_paused'
    : limitRefusal(model, bill.total_sen, DEFAULT_LIMITS)
  return { ...told, offer: { model, refusal, bank: { choices, fetched_at, stale }, terms } }
}

export async function payBillAction(args: ActionFunctionArgs) {
  const { context } = args
  const code = codeOf(args.params, 'not_found.invoice')
  const key = `${visitorKey('payment.start', context.actor.ip)}:${code}`
  const use = await context.writeInOneFlight((trx) => countUse(trx, key, starts))
  const model = (await formOf(args.request)).get('model') === 'B2B1' ? 'B2B1' : 'B2C'
  const offered = await banksOffered(context, model, [])
  return submit(args, payBillForm, async ({ trx, actor }, input) => {
    refuseFlood(use)
    const { config, bank } = chosenBank(offered, input.bank)
    const { buyer_name, buyer_email = null } = input
    const started = await startPlatformPayment(trx, actor, config, {
      ...{ invoice: code, model: input.model, bank, buyer_name, buyer_email },
      ...{ locale: context.locale, at: await databaseTime(trx) },
    })
    return redirect(paths.billing.go(started), 303)
  })
}

/** How a payment stands, and where its payer came from. */
export async function openBillPayment({ params, context }: LoaderFunctionArgs) {
  const code = codeOf(params, 'not_found.payment')
  const payment = await byCode(context, 'not_found.payment', async (db) =>
    platformPayment(db, code, await databaseTime(db)),
  )
  return { payment, way: await wayBack(context, payment.bill) }
}

/** The page of its subscription or top-up, on the organisation's own host; of a registration there is none yet. */
async function wayBack(
  context: RequestContext,
  { id, kind, entity_id }: { id: string; kind: string; entity_id: string | null },
): Promise<string | null> {
  const entity = entity_id ? await context.entityById(entity_id) : undefined
  if (!entity) return null
  const page = kind === 'credit_topup' ? paths.message_credit.topUp(id) : paths.setting.subscription()
  return context.services.sites.ofEntity(entity).origin + page
}

/** A button on the page of a payment. Before somebody pays again FPX is asked once more: it may have gone through after all. */
export async function billVerbAction(args: ActionFunctionArgs): Promise<Response> {
  const { context } = args
  const code = codeOf(args.params, 'not_found.payment')
  const page = paths.billing.status(code)
  const found = await byCode(context, 'not_found.payment', async (db) =>
    platformPayment(db, code, await databaseTime(db)),
  )
  const verb = billVerbForm.safeParse(Object.fromEntries(await formOf(args.request))).data?.verb
  if (verb === 'check' || verb === 'retry') {
    const state = await askForBill(context, found.id)
    const over = verb === 'retry' && ['failed', 'expired'].includes(outcomeOf(state ?? found.state))
    return redirect(
      over ? paths.billing.pay(found.invoice_code, { model: found.model ?? undefined }) : page,
      303,
    )
  }
  return submitVerb(args, billVerbForm, page, async ({ trx, actor }, input) => {
    const end = input.verb === 'give_up' ? giveUpApproval : abandonAttempt
    await end(trx, actor, code, await databaseTime(trx))
    return redirect(paths.billing.pay(found.invoice_code), 303)
  })
}

/** At most once a minute for each payment; the state that it has then, undefined when nothing was asked. */
async function askForBill(context: RequestContext, attempt_id: string): Promise<string | undefined> {
  const { services, actor, write, releaseConnection } = context
  const key = visitorKey('payment.check', actor.ip)
  const { allowed } = await write((trx) => countUse(trx, key, checks))
  if (!allowed) throw new Refusal('too_many_requests')
  const gateways = gatewaysOf(services, { ring: services.ring, place: 'platform' })
  const tools = { gateways, write, rest: releaseConnection, timeoutMs: patience }
  const applied = await enquireAttempt(tools, actor, attempt_id, 'asked')
  if (applied?.alarm) services.log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
  return applied?.state
}
