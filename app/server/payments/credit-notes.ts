import type { RowScope } from '#app/domain/core/actor.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { firstScope } from '#app/server/request/first-scope.ts'

/** The invoices about which the reader may ask for a note; someone else approves it, whoever asks. */
export const askScope = (context: RequestContext): RowScope =>
  firstScope(context, 'refund.create', 'refund.request')
