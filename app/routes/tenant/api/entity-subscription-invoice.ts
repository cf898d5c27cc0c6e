import { invoiceAnswers } from '#app/server/api/answers/invoice.ts'
import { apiRead } from '#app/server/api/call.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subscription.view', api: true } satisfies Handle

const call = apiRead('entity/subscription/invoice', async ({ input, db, context }) => ({
  invoices: await invoiceAnswers(db, tenantOf(context).id, input),
}))
export const loader = call.loader
export const action = call.action
