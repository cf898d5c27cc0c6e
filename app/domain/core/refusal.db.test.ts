import { beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#app/i18n/resources.ts'
import { category } from '#tests/support/database/factories.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { asRefusal, Refusal, statusOf } from './refusal.ts'

let tenant: Tenant
let unique: { table: string; name: string }[]

beforeAll(async () => {
  tenant = await freshTenant()
  const { rows } = await asAdmin(tenant.database.ownerUrl, (owner) =>
    owner.query(
      `select tablename as table, indexname as name from pg_indexes
       where schemaname in ($1, 'platform') and indexdef like 'CREATE UNIQUE%' order by 1, 2`,
      [tenant.place.schema],
    ),
  )
  unique = rows
})

/** What no form can hit, because the product makes the value or looks first; each with what makes it so. */
const internal: Record<string, string> = {
  revenue_source_key: 'what has earned already is left alone',
  pay_sheet_month_key: 'of two who make a month the second finds the sheets of the first',
  pay_sheet_line_month_key: 'written while the sheet is locked',
  platform_invoice_chip_fee_key: 'whoever was billed for the month is not looked for again',
  class_session_planned_key: 'planned once, under a lock',
  class_session_register_code_key: 'drawn at random by the database',
  credit_entry_key: 'a movement that is there already is left alone',
  credit_entry_topup_key: 'the invoice is locked and paid once',
  message_announcement_parent_key: 'who has the message already is left out',
  message_announcement_user_key: 'who has the message already is left out',
  message_opt_out_parent_key: 'to leave a channel twice changes nothing',
  message_opt_out_user_key: 'to leave a channel twice changes nothing',
  arrangement_instalment_due_on_key: 'the form wants each day after the one before',
  audit_log_position_key: 'counted by the database',
  audit_seal_last_position_key: 'sealed under a lock',
  equation_entity_id_on_day_key: 'a second look on a day replaces the first',
  collection_payment_id_key: 'one for each payment, made with it, and one that takes it back',
  document_fingerprint_key: 'the second asking finds the first',
  einvoice_attempt_document_key: 'written once, with its request',
  einvoice_attempt_position_key: 'counted by the product',
  einvoice_document_credit_note_key: 'who queues it second finds it queued',
  einvoice_document_invoice_key: 'who queues it second finds it queued',
  einvoice_document_uuid_key: 'drawn by the portal',
  einvoice_submission_uid_key: 'drawn by the portal',
  einvoice_tin_check_key: 'a second answer replaces the first',
  entity_registration_reference_key: 'drawn at random',
  entity_role_name_key: 'drawn at random',
  entity_schema_name_key: 'drawn at random',
  idempotency_key_key: 'claimed only when it is not there',
  import_row_number_key: 'counted by the product',
  invoice_item_invoice_id_position_key: 'counted by the product',
  invoice_number_key: 'counted under a lock',
  invoice_public_code_key: 'drawn at random',
  invitation_open_key: 'made under a lock, after the one before was replaced',
  invitation_token_hash_key: 'follows from a random id',
  ledger_entity_id_collection_id_key: 'one for each collection, made with it',
  one_time_code_browser_hash_key: 'drawn at random',
  operator_invitation_token_hash_key: 'drawn at random',
  operator_recovery_code_operator_id_code_hash_key: 'drawn at random',
  operator_session_id_key: 'drawn at random',
  entity_registration_draft_code_hash_key: 'made by the product',
  entity_registration_draft_registration_id_key: 'a draft is handed in once, under a lock',
  parent_family_code_key: 'made by the product',
  parent_user_id_key: 'the page of roles looks first, under a lock',
  payment_attempt_id_key: 'one payment for each attempt: the second answer finds the first',
  payment_attempt_order_no_key: 'made by the product',
  month_closing_month_key: 'closed under a lock of the month',
  payment_attempt_public_code_key: 'drawn at random',
  payment_exception_once_key: 'the second raising finds the first',
  payment_gateway_transaction_key: 'the second answer of a bank finds the first',
  payment_number_key: 'counted under a lock',
  payment_public_code_key: 'drawn at random',
  payment_replaces_id_key: 'a payment is corrected while it is locked, and a cancelled one is not corrected',
  platform_invoice_number_key: 'counted under a lock',
  payout_number_key: 'counted under a lock',
  rate_limit_entity_id_key_key: 'counted up when it is there',
  session_id_key: 'drawn at random',
  staff_user_id_key: 'made with its account',
  application_number_key: 'counted under a lock',
  application_public_code_key: 'drawn at random',
  application_document_file_id_key: 'made with its file',
  application_parent_place_key: 'counted by the product',
  application_student_place_key: 'counted by the product',
  help_code_code_hash_key: 'drawn at random',
  help_visit_code_id_key: 'a code is used once, under its lock',
  help_visit_session_hash_key: 'drawn at random',
  help_visit_ticket_hash_key: 'drawn at random',
  registration_draft_code_hash_key: 'drawn at random',
  registration_draft_file_file_id_key: 'made with its file',
  subject_fee_replaces_id_key: 'a price is changed while its fee is held',
  student_parent_payer_key: 'exactly one is chosen, under a lock of the student',
  student_parent_primary_key: 'exactly one is chosen, under a lock of the student',
  subscription_entity_id_key: 'one for each organisation, made with it',
  subject_trainer_main_key: 'one field names the main trainer, under a lock of the class',
  trainer_user_id_key: 'made when there is none yet',
  credit_note_number_key: 'counted under a lock',
  credit_note_early_key: 'given while its invoice is held, to one that has none',
  donation_attempt_id_key: 'one gift for each attempt, made with it',
  donation_payment_id_key: 'one gift for each payment, entered with it',
  fund_entry_donation_id_key: 'entered once, when the gift comes',
  fund_entry_fund_move_id_key: 'entered once, when the move is approved',
  platform_invoice_public_code_key: 'too long to be drawn twice',
  gateway_order_gateway_ref_key: 'who comes second stands on the desk',
  payment_attempt_purchase_id_key: 'bound under the order, whose own key is hit first',
  bank_layout_headings_key: 'written over by who explains them anew',
  bank_line_fingerprint_key: 'kept as a line that came before',
  credit_refund_number_key: 'counted under a lock',
  reminder_waiting_key: 'the night leaves out a family that waits already',
  generation_schedule_key: 'the night looks first, and the second begins nothing',
  generation_student_position_key: 'counted by the preview',
  rollover_class_subject_id_key: 'what is there already is left as it is',
  rollover_seat_enrolment_id_key: 'written once by the preview',
  rollover_family_parent_id_key: 'added up once by the preview',
  generation_student_student_id_key: 'written once by the preview',
  hand_over_generation_id_key: 'asked again, the row is kept and changed',
  hand_over_import_id_key: 'asked again, the row is kept and changed',
  legal_version_day_key: 'numbered under a lock',
  legal_consent_registration_key: 'written once, with the registration',
  legal_consent_entity_key: 'who agrees second changes nothing',
  legal_consent_application_key: 'written once, with the application',
}

test('each unique index has a sentence for who hits it, or is out of reach', () => {
  const speechless = unique
    .map(({ name }) => name)
    .filter((name) => !name.endsWith('_pkey') && !asRefusal({ constraint: name }) && !internal[name])
  expect([...new Set(speechless)]).toEqual([])
})

test('what is called out of reach exists and has no sentence', () => {
  const names = new Set(unique.map(({ name }) => name))
  for (const name of Object.keys(internal)) {
    expect(names.has(name), name).toBe(true)
    expect(asRefusal({ constraint: name }), name).toBeUndefined()
  }
})

test('each constraint is named after its table', () => {
  for (const { table, name } of unique) {
    if (table.startsWith('migration')) continue
    expect(name.startsWith(`${table}_`), name).toBe(true)
    expect(name, name).toMatch(/_(key|pkey)$/)
  }
})

describe('asRefusal', () => {
  test('knows a refusal and a constraint', () => {
    const refusal = new Refusal('version_conflict')
    expect(asRefusal(refusal)).toBe(refusal)
    const known = asRefusal(Object.assign(new Error(), { code: '23505', constraint: 'category_code_key' }))
    expect([known?.code, known?.field]).toEqual(['duplicate.category_code', 'code'])
  })

  test.each([new Error('x'), undefined, null, 'text', { constraint: 'unknown_key' }, { name: 'Refusal' }])(
    'takes %j for none',
    (error) => {
      expect(asRefusal(error)).toBeUndefined()
    },
  )

  test('a duplicate that a form brings is refused beside its field', async () => {
    await tenant.write((trx) => category(trx, { code: 'TWICE' }))
    const error = await tenant.write((trx) => category(trx, { code: 'twice' })).catch((thrown) => thrown)
    expect(asRefusal(error)).toMatchObject({ code: 'duplicate.category_code', field: 'code' })
  })
})

test('each code has a status of its kind', () => {
  const codes = (tree: object, prefix = ''): string[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [prefix + key] : codes(value, `${prefix}${key}.`),
    )
  for (const code of codes(resources.en!.refusal as object)) {
    const status = statusOf(code as Parameters<typeof statusOf>[0])
    expect([401, 402, 403, 404, 409, 413, 422, 429, 500, 503], code).toContain(status)
    if (code.startsWith('not_found.')) expect(status, code).toBe(404)
    if (code.startsWith('duplicate.')) expect(status, code).toBe(409)
  }
})
