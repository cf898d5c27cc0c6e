/** Tables in which a tenant has rows, and what makes one; the entity is filled in by the database. */
export const sharedRows: Record<string, { columns: string; values: string; insertOnly?: true }> = {
  public_code: { columns: 'code, kind', values: "'%s', 'invoice'" },
  gateway_order: { columns: 'order_no, attempt_id, gateway', values: "'%s', gen_random_uuid(), 'fpx'" },
  gateway_message: {
    columns: 'id, gateway, kind, body_sealed, body_sha256, verified, outcome',
    values: "gen_random_uuid(), 'fpx', 'direct', '%s', '', true, 'x'",
  },
  ledger: {
    columns: 'id, collection_id, collected_on, source, method, reference, gross_sen, net_sen',
    values: "gen_random_uuid(), gen_random_uuid(), '2026-01-31', 'invoice', 'fpx', '%s', 1, 1",
  },
  outbox: { columns: 'id, name, payload', values: "gen_random_uuid(), '%s', '{}'", insertOnly: true },
  rate_limit: { columns: 'key', values: "'%s'" },
  gateway_transaction: {
    columns: 'gateway, environment, transaction_id, attempt_id',
    values: "'fpx', 'uat', '%s', gen_random_uuid()",
  },
  payment_exception: {
    columns: 'id, kind, order_no, attempt_id',
    values: "gen_random_uuid(), 'mismatch', '%s', gen_random_uuid()",
  },
  donation_type: { columns: 'type_id, kind, active', values: "gen_random_uuid(), 'infaq', '%s' <> ''" },
  zakat_appointment: {
    columns: `id, zakat_type_id, type_name, authority, state, appointment_no, valid_from, valid_to, letter_key,
      letter_type, letter_bytes, requested_by, requester`,
    values: `gen_random_uuid(), gen_random_uuid(), 'Fitrah', '%s', 'Selangor', '17', '2026-01-01', '2026-12-31', 'ab/c.pdf',
      'application/pdf', 1, gen_random_uuid(), 'Puan Aminah'`,
  },
  entity_bank_change: {
    columns: 'id, bank_code, bank_name, account_name, account_number_sealed, last_four, asker',
    values: "gen_random_uuid(), 'MB2U0227', 'Maybank', '%s', 'sealed', '4321', 'Puan Aminah'",
  },
  payout_day_request: {
    columns: 'id, payout_frequency, payout_day, asker',
    values: "gen_random_uuid(), 'weekly', 2, '%s'",
  },
  help_code: {
    columns: 'id, code_hash, maker, expires_at',
    values: "gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '%s', now() + interval '1 day'",
  },
  equation: {
    columns: `id, on_day, state, lines, gross_sen, fees_sen, paid_sen, held_sen, reversed_sen, outside_sen,
      difference_sen, faults, fault`,
    values: "gen_random_uuid(), '2026-01-31', 'red', 0, 0, 0, 0, 0, 0, 0, 0, 1, '%s'",
  },
  legal_consent: {
    columns: 'id, slug, version, person',
    values: "gen_random_uuid(), 'terms', '%s', 'Puan Aminah'",
  },
  einvoice_turn: { columns: 'next_at', values: "now() + length('%s') * interval '1 second'" },
  message_reference: {
    columns: 'reference, message_id, channel, gateway_id',
    values: "gen_random_uuid(), gen_random_uuid(), 'sms', '%s'",
  },
  message_watch: { columns: 'since', values: "now() - length('%s') * interval '1 second'" },
  idempotency_key: { columns: 'caller, key, body_mac', values: "'x', '%s', ''" },
}
