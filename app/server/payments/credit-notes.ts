import type { TFunction } from 'i18next'
import type { ProposalWords, Proposed } from '#app/domain/billing/credit-notes/proposal.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { firstScope } from '#app/server/request/first-scope.ts'

/** The invoices about which the reader may ask for a note; someone else approves it, whoever asks. */
export const askScope = (context: RequestContext): RowScope =>
  firstScope(context, 'refund.create', 'refund.request')

type ProposalReason =
  | 'left_reason'
  | 'withdrawn_reason'
  | 'paused_reason'
  | 'resumed_reason'
  | 'closed_reason'
  | 'came_reason'
  | 'days_reason'

/** What a credit note or a draft says that is proposed because the days of a student in a class changed. */
export const proposalWords = (t: TFunction, reason: ProposalReason, subject = ''): ProposalWords => ({
  reason: t(`credit_note.${reason}`, { subject }),
  charge: t('credit_note.charged_again'),
})

/** The sentence about a change of days that also says what was proposed. */
export const withProposed = <Key extends string>(
  key: Key,
  { credits, charges }: Proposed,
): Key | `${Key}_credit` | `${Key}_charge` =>
  charges > 0 ? `${key}_charge` : credits > 0 ? `${key}_credit` : key
