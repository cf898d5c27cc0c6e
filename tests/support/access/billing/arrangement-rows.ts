import { arrangementForm } from '#app/domain/billing/arrangements/arrangement.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { inDays, type Row, uuid, verb } from '../row.ts'

const reason = 'Bapa kehilangan kerja'

/** What families pay in parts. */
export const arrangementRows: Record<string, Row> = {
  'tenant/arrangement/new': {
    of: 'arrangeable',
    query: '?invoice={code}&count=2&first_on=2026-01-01&interval=month',
    form: (thing) => ({
      ...{ 'invoices[0]': uuid(thing.code), reason },
      ...{ 'parts[0].due_on': inDays(7), 'parts[0].amount': '1.00' },
      ...{ 'parts[1].due_on': inDays(14), 'parts[1].amount': '1.00' },
    }),
    schema: arrangementForm,
  },
  'tenant/arrangement/approve': verb('proposedArrangement'),
  'tenant/arrangement/withdraw': verb('proposedArrangement'),
  'tenant/arrangement/reject': {
    of: 'proposedArrangement',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
  'tenant/arrangement/end': {
    of: 'arrangement',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
}
