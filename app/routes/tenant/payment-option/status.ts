import { paymentOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { leadToList, statusAction } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'payment_option.edit' } satisfies Handle

export const loader = leadToList(paymentOptions)

export const action = statusAction(paymentOptions)
