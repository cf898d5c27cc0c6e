import { creditNoteForm, writeOffForm } from '#app/domain/billing/credit-notes/credit-note.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { type Row, uuid, verb, version } from '#tests/support/access/row.ts'

const reason = 'Kem itu dibatalkan'

/** Notes that take back what invoices ask for. */
export const creditNoteRows: Record<string, Row> = {
  'tenant/credit-note/new': {
    of: 'creditable',
    form: (thing) => ({
      ...{
        'items[0].id': uuid(thing.code),
        'items[0].amount': '0.01',
        reason,
      },
      ...version(thing),
    }),
    schema: creditNoteForm,
  },
  'tenant/credit-note/write-off': {
    of: 'invoice',
    form: (thing) => ({ reason, ...version(thing) }),
    schema: writeOffForm,
  },
  'tenant/credit-note/approve': verb('askedNote'),
  'tenant/credit-note/withdraw': verb('askedNote'),
  'tenant/credit-note/reject': {
    of: 'askedNote',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
}
