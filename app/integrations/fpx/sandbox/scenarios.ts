import { HOUR, MINUTE, SECOND } from './options.ts'
import {
  answer,
  delivery,
  enquiry,
  forged,
  later,
  refusal,
  type Scenario,
  scenario,
  signed,
} from './scenario.ts'

/**
 * What the sandbox can play. Three ways choose a scenario:
 *
 * 1. The bank. `TEST0021` approves (corporate: 99, then the checker at `/b2bauth`), `TEST0022` declines (51),
 *    `TEST0023` says 09 (corporate 99) and approves by itself after `settleAfter` (30 s).
 * 2. The sen of the amount, at `LOAD001` only, so that no ordinary amount plays tricks at an ordinary bank: the `sen`
 *    column below, e.g. RM 12.04 at LOAD001 loses every callback. Sen that no scenario has offer the choice.
 * 3. The person at the bank page, at every other bank: the page offers all scenarios of the model by name.
 *
 * | sen | scenario | what happens |
 * | --- | --- | --- |
 * | 01 | indirect_first | browser returns 00; direct 00 after 30 s |
 * | 02 | indirect_only | browser returns 00; no direct ever |
 * | 03 | no_return | direct 00; the browser never returns |
 * | 04 | callbacks_lost | approved, and nothing reaches the merchant; AE says 00 |
 * | 05, 06, 07 | late_2_minutes, late_1_hour, late_25_hours | the browser never returns; direct 00 only then |
 * | 08 | duplicates | direct 00 ten times at once, then the browser |
 * | 09 | out_of_order | direct 00, then 09, then 80; browser 00 |
 * | 10 | pending_hour | 09, and 00 after an hour |
 * | 11 | failed_then_paid | direct 1M, then 00; browser 1M |
 * | 12 | timeout_then_paid | direct OF, then 00; browser OF |
 * | 13 | pending_then_failed | 09, and 51 after an hour |
 * | 14 | pending_forever | 09 and nothing more |
 * | 20 … 26 | forged_random, forged_stranger, forged_blanks, forged_after, forged_sha256, forged_short, forged_letters |
 *   a message that says 00 and must not be believed: random checksum, a stranger's key, blanks left out of the source,
 *   amount changed after signing, SHA-256, checksum too short, checksum not hex. The payer never finished: AE says 76 |
 * | 27 | lower_case | a genuine 00 with its checksum in lower case |
 * | 28 | next_certificate | a genuine 00, signed with the next key |
 * | 29 | expired_certificate | everything, AE too, signed with the key that ended a year ago |
 * | 30 … 33 | other_amount, other_seller, other_exchange, other_currency | signed by FPX, but not what was asked; AE too |
 * | 34 | unknown_order | signed by FPX, an order number that nobody gave |
 * | 35 | replay | direct brings the AC of another paid order; the browser 00 |
 * | 36 | special_characters | holder's name with `'`, `&`, `/`, `@`, `<`, two spaces and a space at the end |
 * | 37 | second_debit | direct 00, and a second later 00 under another FPX id; browser 00 |
 * | 40 | enquiry_early | all callbacks lost; AE says 76 twice, then 00 |
 * | 41 | enquiry_never | all callbacks lost; AE says 76 for ever |
 * | 42 … 48 | enquiry_error, enquiry_timeout, enquiry_html, enquiry_unsigned, enquiry_blank_id, enquiry_empty,
 *   enquiry_garbage | all callbacks lost; AE answers `ERROR`, nothing, a page, without checksum, with a blank FPX id,
 *   with nothing, with rubbish |
 * | 50 … 59 | funds, limit, bank_down, timed_out, details, cancelled_tac, credit_failed, unlisted, malfunction, closed |
 *   51, 48, 90, 1M, 1B, 1I, 88, ZZ (in no list), 96, OE by direct and by browser |
 * | 60 … 65 | refused_blocked, refused_skew, refused_checksum, refused_exchange, refused_format, refused_closed |
 *   refused before any bank page: BB, XW, XC, XI, 30, OE |
 * | 70 | approved_at_once | corporate, no checker: 00 first |
 */
export const SCENARIOS: readonly Scenario[] = [
  answer('approve', 'Approve', '00', { model: '01' }),
  answer('submit', 'Submit to the approver (99)', '99', { model: '02' }),
  answer('approved_at_once', 'Approve, no approver needed', '00', { model: '02', sen: 70 }),
  answer('decline', 'Decline: not enough money (51)', '51'),
  answer('cancel', 'Cancel (1C)', '1C'),
  answer('pending_forever', 'Leave pending (09)', '09', { sen: 14 }),
  later('settles_later', 'Pending, approved in a moment', '09', '00', 'soon', { model: '01' }),
  later('submitted_settles_later', 'To the approver, approved in a moment', '99', '00', 'soon', {
    model: '02',
  }),
  later('pending_hour', 'Pending, approved after an hour', '09', '00', HOUR, { sen: 10 }),
  later('pending_then_failed', 'Pending, declined after an hour', '09', '51', HOUR, { sen: 13 }),
  answer('funds', 'Insufficient funds (51)', '51', { sen: 50 }),
  answer('limit', 'Over the limit (48)', '48', { sen: 51 }),
  answer('bank_down', 'Bank went down (90)', '90', { sen: 52 }),
  answer('timed_out', 'Session timed out (1M)', '1M', { sen: 53 }),
  answer('details', 'Wrong details at sign-in (1B)', '1B', { sen: 54 }),
  answer('cancelled_tac', 'Cancelled at TAC (1I)', '1I', { sen: 55 }),
  answer('credit_failed', 'Debited, but not credited (88)', '88', { sen: 56 }),
  answer('unlisted', 'A code in no list (ZZ)', 'ZZ', { sen: 57 }),
  answer('malfunction', 'System malfunction (96)', '96', { sen: 58 }),
  answer('closed', 'FPX closed (OE)', 'OE', { sen: 59 }),

  delivery(1, 'indirect_first', 'Approve; direct comes 30 s after the browser', {
    direct: [{ code: '00', after: 30 * SECOND }],
  }),
  delivery(2, 'indirect_only', 'Approve; direct never comes', { direct: [] }),
  delivery(3, 'no_return', 'Approve; the browser never returns', { indirect: null }),
  delivery(4, 'callbacks_lost', 'Approve; all callbacks are lost', { direct: [], indirect: null }),
  delivery(5, 'late_2_minutes', 'Approve; only direct, after 2 minutes', {
    direct: [{ code: '00', after: 2 * MINUTE }],
    indirect: null,
  }),
  delivery(6, 'late_1_hour', 'Approve; only direct, after an hour', {
    direct: [{ code: '00', after: HOUR }],
    indirect: null,
  }),
  delivery(7, 'late_25_hours', 'Approve; only direct, after 25 hours', {
    direct: [{ code: '00', after: 25 * HOUR }],
    indirect: null,
  }),
  delivery(8, 'duplicates', 'Approve; direct comes ten times at once', {
    direct: [{ code: '00', copies: 10 }],
  }),
  delivery(9, 'out_of_order', 'Approve; direct says 00, then 09, then 80', {
    direct: [{ code: '00' }, { code: '09' }, { code: '80' }],
  }),
  delivery(11, 'failed_then_paid', 'Timed out (1M), then approved', {
    direct: [{ code: '1M' }, { code: '00', after: MINUTE }],
    indirect: { code: '1M' },
    truth: [{ code: '1M' }, { code: '00', after: MINUTE }],
  }),
  delivery(12, 'timeout_then_paid', 'FPX timed out (OF), then approved', {
    direct: [{ code: 'OF' }, { code: '00', after: MINUTE }],
    indirect: { code: 'OF' },
    truth: [{ code: 'OF' }, { code: '00', after: MINUTE }],
  }),

  forged(20, 'random', 'Forged: random checksum'),
  forged(21, 'stranger', 'Forged: signed by a stranger'),
  forged(22, 'blanks', 'Wrong: blanks left out of the checksum'),
  forged(23, 'after', 'Forged: amount changed after signing'),
  forged(24, 'sha256', 'Wrong: signed with SHA-256'),
  forged(25, 'short', 'Wrong: checksum too short'),
  forged(26, 'letters', 'Wrong: checksum is not hex'),
  signed(27, 'lower_case', 'lower_case', 'Genuine: checksum in lower case'),
  signed(28, 'next_certificate', 'next_certificate', 'Genuine: signed with the next key'),
  signed(29, 'expired_certificate', 'expired_certificate', 'Signed with an expired key'),
  signed(30, 'other_amount', 'amount', 'Signed, but another amount'),
  signed(31, 'other_seller', 'seller', 'Signed, but another seller'),
  signed(32, 'other_exchange', 'exchange', 'Signed, but another exchange'),
  signed(33, 'other_currency', 'currency', 'Signed, but another currency'),
  signed(34, 'unknown_order', 'order', 'Signed, but an unknown order'),
  scenario('messages', 'replay', 'Direct brings another order’s message', {
    sen: 35,
    direct: [{ code: '00', forge: 'replay' }],
  }),
  scenario('messages', 'second_debit', 'Debited twice, under two FPX ids', {
    sen: 37,
    direct: [{ code: '00' }, { code: '00', forge: 'second', after: SECOND }],
  }),
  signed(36, 'special_characters', 'special', 'Genuine: special characters in the name'),

  enquiry(40, 'early', 'Callbacks lost; enquiry finds it at the third try'),
  enquiry(41, 'never', 'Callbacks lost; enquiry never finds it (76)'),
  enquiry(42, 'error', 'Callbacks lost; enquiry says ERROR'),
  enquiry(43, 'timeout', 'Callbacks lost; enquiry never answers'),
  enquiry(44, 'html', 'Callbacks lost; enquiry answers a page'),
  enquiry(45, 'unsigned', 'Callbacks lost; enquiry is unsigned'),
  enquiry(46, 'blank_id', 'Callbacks lost; enquiry has a blank FPX id'),
  enquiry(47, 'empty', 'Callbacks lost; enquiry is empty'),
  enquiry(48, 'garbage', 'Callbacks lost; enquiry is rubbish'),

  refusal(60, 'blocked', 'BB', 'Bank went offline'),
  refusal(61, 'skew', 'XW', 'Clock difference'),
  refusal(62, 'checksum', 'XC', 'Bad checksum'),
  refusal(63, 'exchange', 'XI', 'Unknown exchange'),
  refusal(64, 'format', '30', 'Format error'),
  refusal(65, 'closed', 'OE', 'Out of hours'),
]

/** Throws for a name that no scenario has. */
export function scenarioNamed(key: string): Scenario {
  const found = SCENARIOS.find((candidate) => candidate.key === key)
  if (!found) throw new Error(`no scenario is called ${key}`)
  return found
}
