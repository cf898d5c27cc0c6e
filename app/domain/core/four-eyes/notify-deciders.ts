import type { Transaction } from 'kysely'
import { type RequestNoun, requestNouns } from '#app/domain/core/request-nouns.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/** What waits for a second person: the requests, two nouns that are asked for in their own way, and e-invoices to correct. */
export const noticeNouns = [...requestNouns, 'cancel_request', 'drawer', 'einvoice'] as const
export type NoticeNoun = (typeof noticeNouns)[number]

/** Those that families bring, many in a day: their deciders are mailed more rarely. */
const byFamilies: ReadonlySet<NoticeNoun> = new Set<RequestNoun>(['transfer_slip', 'student_change'])

/** Minutes between two mails to one person about one kind. */
export const quietMinutesOf = (noun: NoticeNoun): number => (byFamilies.has(noun) ? 12 * 60 : 60)

/** Mails those who may decide of it, in the transaction that asks; how often is settled by the job. */
export const notifyDeciders = (trx: Transaction<DB>, noun: NoticeNoun, id: string): Promise<void> =>
  enqueue(trx, 'request.notify', { noun, id })
