import type { ActionFunctionArgs } from '@remix-run/node'
import { toDesk, verbAction } from '#app/server/payments/exception-desk.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.payment_exception.settle' } satisfies Handle

export const loader = toDesk

export const action = (args: ActionFunctionArgs) => verbAction(args, 'confirm')
