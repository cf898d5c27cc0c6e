import { handOverForm, noteForm, resolveForm } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { newId } from '#db/id.ts'
import { type Row, verb } from '../row.ts'

/** Online payments, and what of them a person must look at. */
export const exceptionRows: Record<string, Row> = {
  'tenant/payment-exception/hand-over': {
    of: 'exception',
    form: () => ({ owner_id: newId(), version: '1' }),
    schema: handOverForm,
  },
  'tenant/payment-exception/note': {
    of: 'exception',
    form: () => ({ body: 'Telefon bank, kes 4711', note_id: newId() }),
    schema: noteForm,
  },
  'tenant/payment-exception/resolve': {
    of: 'exception',
    form: () => ({ decision: 'wrong_alarm', version: '1', words: 'Bank mengesahkan tiada debit' }),
    schema: resolveForm,
  },
  'tenant/payment-exception/confirm': verb('proposedRefund'),
  'tenant/payment-exception/reject': verb('proposedRefund'),
}
