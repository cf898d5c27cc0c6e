import { tenantMigrations } from '#migrations/tenant/index.ts'

/** The version that a tenant's schema has after all migrations. */
export const latestTenantVersion = Object.keys(tenantMigrations).length

/**
 * What a tenant's role may change of rows that it may never remove; all else in them stays as it was inserted: no
 * amount, no day, no name on a receipt. What is not named may be added to and read, no more.
 */
const changeable: Record<string, readonly string[]> = {
  // What was agreed stands; a family that cannot keep it agrees anew.
  arrangement: [
    ...['status', 'decided_by', 'decided_at', 'decision_reason', 'over_on'],
    ...['version', 'updated_at', 'updated_by'],
  ],
  arrangement_instalment: [],
  arrangement_invoice: [],
  // Every mark that was ever made.
  attendance_entry: [],
  leave_request: ['file_id', 'withdrawn_at', 'withdrawn_by', 'version'],
  audit_log: [],
  audit_seal: [],
  // What was counted stands; a second person says that they have seen it.
  cash_drawer: [
    ...['status', 'difference_sen', 'difference_reason', 'counted_by', 'counted_at'],
    ...['confirmed_by', 'confirmed_at', 'version', 'updated_at', 'updated_by'],
  ],
  cash_drawer_count: [],
  cash_drawer_move: [],
  cancel_request: ['state', 'decided_by', 'decided_at', 'note'],
  collection: ['status', 'payout_id'],
  credit_entry: [],
  // What was asked for stands; who asked for something else asks anew.
  credit_move: [
    ...['status', 'decided_by', 'decided_at', 'decision_reason', 'version', 'updated_at', 'updated_by'],
  ],
  // To whom, how much and where to stands as it was approved; who asked for something else asks anew.
  credit_refund: [
    ...['status', 'number', 'decided_by', 'decided_at', 'decision_reason'],
    ...['cancelled_by', 'cancelled_at', 'cancel_reason', 'paid_by', 'paid_at', 'paid_on', 'bank_reference'],
    ...['rounding_sen', 'sent_at', 'before_sen', 'failure', 'version', 'updated_at', 'updated_by'],
  ],
  // What was asked for stands; who asked for something else asks anew.
  credit_note: [
    ...['status', 'number', 'issued_on', 'sub_total_sen', 'credit_sen', 'decided_by', 'decided_at'],
    ...['decision_reason', 'reversed_at', 'version', 'updated_at', 'updated_by'],
  ],
  credit_note_item: [],
  // Given stands as it was given; a bank may have brought another sum, which a person has compared.
  donation: ['payment_id', 'amount_sen', 'after_close'],
  // What a document said and what became of it is proof towards the tax office.
  einvoice_attempt: ['uuid', 'outcome', 'faults'],
  einvoice_document: [
    ...['status', 'submission_id', 'uuid', 'long_id', 'issued_at', 'submitted_at', 'validated_at'],
    ...['reject_requested_at', 'reject_reason', 'cancel_requested_at', 'cancelled_at', 'cancel_reason'],
    ...['buyer_name', 'total_sen', 'original_id', 'faults', 'fingerprint', 'attempts', 'checked_at'],
    ...['version', 'updated_at', 'updated_by'],
  ],
  einvoice_event: [],
  einvoice_submission: [
    ...['state', 'submission_uid', 'sends', 'first_sent_at', 'last_sent_at', 'accepted_at', 'polls'],
    ...['next_at', 'correlation_id', 'fault'],
  ],
  family_contact: [],
  family_file: ['removed_at', 'removed_by'],
  family_note: ['struck_at', 'struck_by'],
  fund_entry: [],
  // What was asked for stands; who asked for something else asks anew.
  fund_move: [
    ...['status', 'decided_by', 'decided_at', 'decision_reason', 'version', 'updated_at', 'updated_by'],
  ],
  // What became of a mail does not change afterwards.
  invoice_mail: [],
  // What an invoice said before it was changed.
  invoice_version: [],
  // What was published, and what was agreed to, stands.
  legal_consent: [],
  legal_version: [],
  month_closing: ['reopened_at', 'reopened_by', 'reopen_reason'],
  // What was sent to whom stands; what became of it comes bit by bit.
  message: ['read_at'],
  message_delivery: [
    ...['status', 'reason', 'address', 'attempts', 'next_at', 'held_since', 'claimed_at'],
    ...['gateway_id', 'resent_at'],
    ...['sent_at', 'delivered_at', 'read_at', 'failed_at', 'returned_credits'],
  ],
  number_series: ['last_no'],
  payment: [
    ...['status', 'cancel_reason', 'cancelled_at', 'cancelled_by', 'bank_batch_reference'],
    ...['version', 'updated_at', 'updated_by'],
  ],
  payment_allocation: ['reversed_at'],
  // What was asked of the payer, and how the bank was told, stands; what the bank answers comes bit by bit.
  payment_attempt: [
    ...['state', 'sent_at', 'late_success', 'review_reason', 'given_up_at', 'next_enquiry_at', 'enquiries'],
    ...['responded_at', 'response_code', 'bank_reference', 'bank_code', 'bank_name'],
    ...['gateway_transaction_id', 'gateway_transaction_at', 'purchase_id', 'checkout_url'],
  ],
  payment_attempt_invoice: [],
  receipt: [],
  // What was asked for stands; who wants something else asks anew.
  student_change: [
    ...['status', 'decided_by', 'decided_at', 'decision_reason', 'version', 'updated_at', 'updated_by'],
  ],
  // What was asked for and approved stands; another one is asked for anew.
  student_discount: [
    ...['status', 'ends_on', 'decided_by', 'decided_at', 'decision_reason'],
    ...['version', 'updated_at', 'updated_by'],
  ],
  // What a family says stands as it was said; the paper goes when nobody needs it.
  transfer_slip: [
    ...['status', 'decided_by', 'decided_at', 'decision_reason', 'payment_id', 'file_id'],
    ...['version', 'updated_at', 'updated_by'],
  ],
}

/** Tables that only their triggers and functions write: the tenant's role reads them. */
const kept = ['collection_sum']

/**
 * The tenant's role reads and writes rows; it owns nothing, so no query of a request can change a table. The tables are
 * asked for one by one, by what depends on the schema: `on all tables in schema` and a join read the whole catalogue,
 * which a hundred other organisations make a tenth of the work of a new one.
 */
export function grants({ schema, role }: { schema: string; role: string }): string {
  const named = (tables: readonly string[]) => tables.map((table) => `"${schema}".${table}`).join(', ')
  const columns = Object.entries(changeable).filter(([, names]) => names.length > 0)
  return `
grant usage on schema "${schema}" to "${role}";
do $$ begin execute (
  select 'grant select, insert, update, delete on ' || string_agg(objid::regclass::text, ', ') || ' to "${role}"'
  from pg_depend
  where refclassid = 'pg_namespace'::regclass and refobjid = '"${schema}"'::regnamespace
    and classid = 'pg_class'::regclass
    and (select relkind in ('r', 'p', 'v', 'm') from pg_class where oid = objid)
); end $$;
revoke update, delete on ${named(Object.keys(changeable))} from "${role}";
revoke insert, update, delete on ${named(kept)} from "${role}";
${columns.map(([table, names]) => `grant update (${names.join(', ')}) on "${schema}".${table} to "${role}";`).join('\n')}
revoke all on "${schema}".migration, "${schema}".migration_lock from "${role}";
`
}
