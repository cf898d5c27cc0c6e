import { creditMoveForm } from '#app/domain/accounting/credit-moves/credit-move.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { list, type Row, verb, view } from '../row.ts'

/** A code that no family of a test has. */
const nobodys = 'MFGSX2W7'
const reason = 'Ibu bapa tinggal berasingan'

/** Credit that goes from one family to another. */
export const creditMoveRows: Record<string, Row> = {
  'tenant/credit-move/list': list,
  'tenant/credit-move/view': view('creditMove'),
  'tenant/credit-move/new': {
    of: 'movable',
    form: ({ code }) => ({
      family_code: isFamilyCode(String(code)) ? code : nobodys,
      amount: '0.01',
      reason,
    }),
    schema: creditMoveForm,
  },
  'tenant/credit-move/approve': verb('creditMove'),
  'tenant/credit-move/withdraw': verb('creditMove'),
  'tenant/credit-move/reject': {
    of: 'creditMove',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
}
