import { renewSubscription } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { invoiceAnswers } from '#app/server/api/answers/invoice.ts'
import { apiChange } from '#app/server/api/call.ts'
import { snakeKeys } from '#app/server/api/camel.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subscription.renew', api: true } satisfies Handle

const call = apiChange('entity/subscription/renew', async ({ input, trx, context }) => {
  const { actor, today } = context
  const { id, default_locale } = tenantOf(context)
  const t = i18nOf(default_locale, context.labels).getFixedT(default_locale)
  const invoice_id = await renewSubscription(trx, actor, t, id, snakeKeys(input), today)
  const [invoice] = await invoiceAnswers(trx, id, { id: invoice_id })
  return { invoice: invoice! }
})
export const loader = call.loader
export const action = call.action
