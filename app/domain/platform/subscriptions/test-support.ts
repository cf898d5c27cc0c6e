import { systemActor } from '#app/domain/core/actor.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { type Applied, applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import type { Answer } from '#app/domain/payments/attempts/payee.ts'
import type { StartTerms } from '#app/domain/payments/attempts/start.ts'
import { at, newTxn, pairs, ring } from '#app/domain/payments/attempts/test-support.ts'
import { writeIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { startPlatformPayment } from '#app/domain/platform/platform-invoices/online-payment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { verifyAc } from '#app/integrations/fpx/answers.ts'
import { AC_FIELDS, type AcField } from '#app/integrations/fpx/fields.ts'
import { configOf, encode, sealAc } from '#app/integrations/fpx/test-support.ts'
import { formatTime } from '#app/integrations/fpx/time.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { renewSubscription } from './change-subscription.ts'

export const today = '2026-01-31'
const seller = 'SE00000099'

/** The platform as a seller at an FPX whose key is in the test's hand, and an organisation that subscribes. */
export async function openPlatform() {
  const [own, fpx] = await pairs()
  const config = configOf(own, fpx)
  const tenant = await freshTenant()
  const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) =>
    withPlatform(tenant.database.pool, work)
  await platform((trx) =>
    writeIssuer(trx, systemActor, { name: 'Lunas Sdn Bhd', fpx_seller_id: seller, rate_bp: 0 }),
  )
  const package_id = await subscribed(
    tenant,
    { yearly_fee_sen: 480_00 },
    { starts_on: '2025-03-01', expires_on: '2026-03-01' },
  )
  const t = i18nOf('en', await tenant.read((db) => labelsOf(db))).getFixedT('en')

  /** The open invoice of one more year. */
  async function order() {
    const wanted = { package_id, years: 1, method: 'bank_transfer' } as const
    const owner = await tenant.actor('superadmin')
    const id = await tenant.write((trx) => renewSubscription(trx, owner, t, tenant.place.id, wanted, today))
    return invoiceNow(id)
  }
  const invoiceNow = (id: string) =>
    platform((trx) =>
      trx.selectFrom('platform.platform_invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  const attemptNow = (code: string) =>
    platform((trx) =>
      trx
        .selectFrom('platform.payment_attempt')
        .selectAll()
        .where('public_code', '=', code)
        .executeTakeFirstOrThrow(),
    )
  async function start(invoice: string, given: Partial<StartTerms> = {}) {
    const code = await platform((trx) =>
      startPlatformPayment(trx, systemActor, config, {
        ...{ invoice, model: 'B2C', bank: { code: 'TEST0021', name: 'SBI Bank A', online: true } },
        ...{ buyer_name: 'Puan Bendahari', buyer_email: null, locale: 'en', at },
        ...given,
      }),
    )
    return attemptNow(code)
  }
  type Attempt = Awaited<ReturnType<typeof start>>

  function answer(
    { request_fields }: Attempt,
    code: string,
    given: Partial<Record<AcField, string>> = {},
  ): Answer {
    const request = request_fields as Record<string, string>
    const body = encode(
      sealAc(fpx.key, {
        ...Object.fromEntries(AC_FIELDS.map((field) => [field, request[field] ?? ''])),
        ...{ fpx_msgType: 'AC', fpx_fpxTxnId: newTxn(), fpx_fpxTxnTime: formatTime(at) },
        ...{ fpx_debitAuthCode: code, fpx_debitAuthNo: code === '00' ? '15733223' : '' },
        ...given,
      }),
    )
    const result = verifyAc(config, body, at)
    if (!result.ok) throw new Error(`not verified: ${result.reason}`)
    const { ac, fingerprint } = result
    return {
      channel: 'direct',
      report: ac,
      raw: Buffer.from(body),
      fingerprint,
      environment: 'uat',
      at,
      ring,
    }
  }
  const say = (
    attempt: Attempt,
    code: string,
    given: Partial<Record<AcField, string>> = {},
  ): Promise<Applied> => hear(attempt, answer(attempt, code, given))
  const hear = (attempt: Attempt, told: Answer): Promise<Applied> =>
    platform((trx) => applyAnswer(trx, systemActor, attempt.id, told))

  const exceptions = () =>
    platform((trx) =>
      trx
        .selectFrom('platform.payment_exception')
        .select(['id', 'kind', 'entity_id', 'amount_sen', 'state', 'version'])
        // Of this organisation's invoices: the platform is the same for all tests of a file.
        .where('attempt_id', 'in', (eb) =>
          eb
            .selectFrom('platform.platform_invoice_attempt as of')
            .innerJoin('platform.platform_invoice as invoice', 'invoice.id', 'of.invoice_id')
            .select('of.attempt_id')
            .where('invoice.entity_id', '=', tenant.place.id),
        )
        .orderBy('raised_at')
        .execute(),
    )
  const subscription = () =>
    platform((trx) =>
      trx
        .selectFrom('platform.subscription')
        .select(['expires_on', 'status', 'version'])
        .where('entity_id', '=', tenant.place.id)
        .executeTakeFirstOrThrow(),
    )
  return {
    tenant,
    config,
    platform,
    order,
    start,
    say,
    hear,
    answer,
    invoiceNow,
    attemptNow,
    exceptions,
    subscription,
  }
}
