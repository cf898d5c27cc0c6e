import type { RowScope } from '#app/domain/actor.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The invoices about which the reader may ask for a note; someone else approves it, whoever asks. */
export const askScope = (context: RequestContext): RowScope =>
  context.scope(context.can('refund.create') ? 'refund.create' : 'refund.request')
