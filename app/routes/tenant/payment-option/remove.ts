import { paymentOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { leadToList, removeAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment_option.remove' } satisfies Handle

export const loader = leadToList(paymentOptions)

export const action = removeAction(paymentOptions)
