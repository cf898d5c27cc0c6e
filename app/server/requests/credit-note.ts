import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import { approveNote, rejectNote, withdrawNote } from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { creditNote } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { proposeAfterRefusal } from '#app/domain/billing/credit-notes/propose-difference.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { askScope, proposalWords, withProposed } from '#app/server/payments/credit-notes.ts'
import type { DB } from '#db/types.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'credit_note',
  find: creditNote,
  shown: ({ kind, invoice, student, total_sen }, t) => ({
    subtitle: `${invoice ?? ''} · ${student}`,
    back: t(`credit_note.kinds.${kind}`),
    items: [{ label: t('credit_note.total_sen'), value: formatRinggit(total_sen) }],
  }),
})

export const creditNoteRequest = {
  approve: kit.approve(approveNote, ({ number, credit_sen }) => [
    credit_sen > 0 ? 'credit_note_approved_credit' : 'credit_note_approved',
    { number, amount: formatRinggit(credit_sen) },
  ]),
  reject: kit.decline(
    'reject',
    thenPropose<Declined & { decision_reason: string }>(rejectNote),
    ({ invoice, proposed }) => [withProposed('credit_note_rejected', proposed), { number: invoice ?? '' }],
  ),
  withdraw: kit.withdraw(
    askScope,
    (trx, actor, scope, id, today, t) => thenPropose(withdrawNote)(trx, actor, scope, id, { today, t }),
    ({ invoice, proposed }) => [withProposed('credit_note_withdrawn', proposed), { number: invoice ?? '' }],
  ),
}

type Note = Awaited<ReturnType<typeof creditNote>>
interface Declined {
  today: string
  t: TFunction
}

/** Proposes what the request that is turned down had left out of the proposals. */
function thenPropose<More extends Declined>(
  refuse: (trx: Transaction<DB>, actor: Actor, scope: RowScope, id: string, more: More) => Promise<Note>,
) {
  return async (trx: Transaction<DB>, actor: Actor, scope: RowScope, id: string, more: More) => {
    const note = await refuse(trx, actor, scope, id, more)
    const change = { words: proposalWords(more.t, 'days_reason'), today: more.today }
    return { ...note, proposed: await proposeAfterRefusal(trx, actor, id, change) }
  }
}
