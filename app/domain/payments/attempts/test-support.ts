import { expect } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { type Applied, applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { environment } from '#app/environment.ts'
import { verifyAc } from '#app/integrations/fpx/answers.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import { AC_FIELDS, type AcField } from '#app/integrations/fpx/fields.ts'
import { configOf, encode, makePair, sealAc } from '#app/integrations/fpx/test-support.ts'
import { formatTime } from '#app/integrations/fpx/time.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
import type { Gateways } from './gateway-client.ts'
import { openBody, type StoredBody } from './gateway-messages.ts'
import type { Answer } from './payee.ts'
import { type StartRequest, startAttempt } from './start.ts'

export const at = new Date('2026-01-31T04:00:00Z')
export const minutes = (count: number) => new Date(at.getTime() + count * 60_000)

/** By which the product of the tests seals. */
export const ring = environmentKeyring(environment)
/** A stored message of a gateway, as it came. */
export const bodyOf = (message: StoredBody | undefined): Buffer => openBody(ring, message!)!

let serial = 0
/** The id of a transaction at FPX that no other of the test file has. */
export const newTxn = () => `26013112${String(++serial).padStart(8, '0')}`

/** Ours, and that of an FPX whose key is in the test's hand; a process of tests makes them once, which takes its time. */
export const pairs = () =>
  (made ??= Promise.all([makePair('2025-01-01', '2030-01-01'), makePair('2025-01-01', '2030-01-01')]))
let made: Promise<[Pair, Pair]> | undefined
type Pair = Awaited<ReturnType<typeof makePair>>

/** An organisation that takes FPX, and an FPX whose key is in the test's hand. */
export async function openShop() {
  const [own, fpx] = await pairs()
  const tenant = await freshTenant({ fpx_seller_id: newSellerId() })
  const config = configOf(own, fpx)
  const gateways = gatewaysTo(tenant, async () => config)
  return { tenant, config, gateways, own, fpx, fpxKey: fpx.key, ...deeds(tenant, config, fpx.key) }
}

/** FPX as given, and CHIP at an address where nobody answers. */
export function gatewaysTo(tenant: Tenant, fpx: Gateways['fpx'], url = 'http://127.0.0.1:9/'): Gateways {
  return { fpx, chip: { keys: { ring, place: tenant.place.schema }, url } }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

function deeds(tenant: Tenant, config: FpxConfig, fpxKey: string) {
  const bill = (sen = 12_000) =>
    tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id }, [{ price_sen: sen }]))

  /** Starts a payment as a payer without an account does; returns the attempt. */
  async function start(codes: readonly string[], given: Partial<StartRequest> = {}) {
    const code = await tenant.write((trx) =>
      startAttempt(trx, systemActor, config, {
        codes,
        model: 'B2C',
        bank: { code: 'TEST0021', name: 'SBI Bank A', online: true },
        buyer_name: 'Nur Aisyah',
        buyer_email: 'aisyah@family.test',
        locale: 'en',
        at,
        ...given,
      }),
    )
    return attempt(code)
  }

  const attempt = (code: string) =>
    tenant.read((db) =>
      db.selectFrom('payment_attempt').selectAll().where('public_code', '=', code).executeTakeFirstOrThrow(),
    )

  function acBody(
    request_fields: unknown,
    code: string,
    given: Partial<Record<AcField, string>> = {},
    sent = at,
  ): string {
    const request = request_fields as Record<string, string>
    const echoed = Object.fromEntries(AC_FIELDS.map((field) => [field, request[field] ?? '']))
    return encode(
      sealAc(fpxKey, {
        ...echoed,
        fpx_msgType: 'AC',
        fpx_fpxTxnId: newTxn(),
        fpx_fpxTxnTime: formatTime(sent),
        fpx_debitAuthCode: code,
        fpx_debitAuthNo: code === '00' ? '15733223' : '',
        ...given,
      }),
    )
  }

  function answer(body: string, when = at, channel: Answer['channel'] = 'direct'): Answer {
    const result = verifyAc(config, body, when)
    if (!result.ok) throw new Error(`not verified: ${result.reason}`)
    const { ac, fingerprint } = result
    return { channel, report: ac, raw: Buffer.from(body), fingerprint, environment: 'uat', at: when, ring }
  }

  const say = (
    { id, request_fields }: { id: string; request_fields: unknown },
    code: string,
    given: Partial<Record<AcField, string>> = {},
    when = at,
  ): Promise<Applied> =>
    tenant.write((trx) =>
      applyAnswer(trx, systemActor, id, answer(acBody(request_fields, code, given, when), when)),
    )

  const invoiceNow = (id: string) =>
    tenant.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

  const payments = () => tenant.read((db) => db.selectFrom('payment').selectAll().orderBy('number').execute())

  const paymentOf = async (attempt_id: string) =>
    (await payments()).filter((row) => row.attempt_id === attempt_id)

  const messagesOf = (attempt_id: string) =>
    tenant.read((db) =>
      db
        .selectFrom('platform.gateway_message')
        .selectAll()
        .where('attempt_id', '=', attempt_id)
        .orderBy('id')
        .execute(),
    )

  async function cash(invoice_id: string, amount: number, more: { despite_attempt?: 'on' } = {}) {
    const { id: user_id } = await tenant.actor('superadmin')
    const scope = { scope: 'all' as const, user_id, branch_ids: [], parent_id: null }
    const rules = { scope, today: todayIn(at), backdate_days: 30 }
    const input = { method: 'cash' as const, amount, paid_on: todayIn(at), ...more }
    return tenant.write((trx) => recordPayment(trx, systemActor, invoice_id, input, rules))
  }

  /** Cancels a payment of the counter, as somebody else than who took it. */
  const takeBack = async (payment_id: string) => {
    const admin = await tenant.actor('admin')
    const how = { reason: 'Ditaip dua kali di kaunter', today: todayIn(at), version: null }
    return tenant.write((trx) => cancelPayment(trx, admin, scopes.all(admin), payment_id, how))
  }

  /** Not a sen is lost or made, and both books say the same. */
  const balanced = async () => expect(await tenant.read(imbalance)).toEqual({})

  return {
    takeBack,
    balanced,
    bill,
    start,
    attempt,
    acBody,
    answer,
    say,
    invoiceNow,
    payments,
    paymentOf,
    messagesOf,
    cash,
  }
}
