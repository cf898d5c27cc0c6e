import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerReport } from '#app/server/messages/delivery-reports.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'gateway' } satisfies Handle

/** A gateway says what became of a message: in the address, as a form or as JSON, each by its description. */
export const loader = (args: LoaderFunctionArgs) => answerReport(args)
export const action = (args: ActionFunctionArgs) => answerReport(args)
