import type { ActionFunctionArgs } from '@remix-run/node'
import { answerChip, onlyPosted } from '#app/server/payments/chip-callback.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'gateway' } satisfies Handle

export const loader = onlyPosted

/** CHIP tells this organisation what happened otherwise, such as a refund from its portal: signed by the webhook’s own key. */
export const action = (args: ActionFunctionArgs) => answerChip(args, 'webhook')
