import type { ActionFunctionArgs } from '@remix-run/node'
import { answerChip, onlyPosted } from '#app/server/payments/chip-callback.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'gateway' } satisfies Handle

export const loader = onlyPosted

/** CHIP says that a purchase of this organisation was paid: signed by the key of its company. */
export const action = (args: ActionFunctionArgs) => answerChip(args, 'callback')
