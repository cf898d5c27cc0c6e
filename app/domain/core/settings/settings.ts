import type { Kysely } from 'kysely'
import { z } from 'zod'
import { invoiceSetting, prefix } from '#app/domain/billing/invoice-settings/setting-form.ts'
import { reminderSetting } from '#app/domain/payments/reminders/setting/setting-form.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'
import { idleDays } from './idle.ts'
import { partRules, smallestPart } from './payment-rules.ts'
import { receiptSizes } from './receipt-size.ts'

const duitNowQr = z.object({
  text: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  acquirer: z.string().nullable(),
  account: z.string().nullable(),
})

/** Amounts in sen, rates in basis points. */
const settingSchemas = {
  numbering: z.object({
    invoice_prefix: prefix.default('INV'),
    credit_note_prefix: prefix.default('CN'),
    refund_prefix: prefix.default('RF'),
    payment_prefix: prefix.default('RCP'),
    application_prefix: prefix.default('APP'),
    infaq_prefix: prefix.default('INF'),
    zakat_prefix: prefix.default('ZKT'),
  }),
  /** When invoices are due, what stands on them and which mails go out. */
  invoice: invoiceSetting,
  tax: z.object({
    rate_bp: z.number().int().min(0).max(10_000).default(600),
    scope: z.enum(['non_citizens', 'all']).default('non_citizens'),
  }),
  fpx_fee: z.object({
    b2c_sen: z.number().int().min(0).default(100),
    b2b1_sen: z.number().int().min(0).default(200),
    /** `part`: the organisation bears it up to `part_sen`. */
    subsidy: z.enum(['none', 'full', 'part']).default('none'),
    part_sen: z.number().int().min(0).default(0),
  }),
  /** Whether a part may be paid online, and how little. */
  part_payment: z.object({
    rule: z.enum(partRules).default('none'),
    min_sen: z.number().int().min(smallestPart).default(10_00),
  }),
  fpx: z.object({
    /** How long a company's approver may take; PayNet publishes no limit. */
    approval_days: z.number().int().min(1).max(30).default(7),
    /** Codes of banks that personal payers are not offered; Maybank2E (MBB0228) is for companies and confuses them. */
    hidden_banks: z.array(z.string()).default([]),
  }),
  /** An organisation may make the days fewer. */
  sessions: z.object({
    staff_idle_days: z.number().int().min(1).max(idleDays.staff).default(idleDays.staff),
    parent_idle_days: z.number().int().min(1).max(idleDays.parent).default(idleDays.parent),
  }),
  application: z.object({
    /** Whether the worker approves what is like nobody on file and has all its seats. */
    auto_approve: z.boolean().default(false),
    /** Whether the registration fees of an application must be paid before that. */
    fee_first: z.boolean().default(false),
    /** Whether what approval bills is issued at once, or waits as a draft. */
    issue_on_approval: z.boolean().default(true),
    /** Whether who looks after classes may decide, too. */
    class_admin_approves: z.boolean().default(false),
    /** Whether who decides gets a mail of each that comes in. */
    notify_staff: z.boolean().default(true),
  }),
  counter: z.object({
    /** Whether cash is rounded to whole 5 sen. */
    round_cash: z.boolean().default(true),
    /** On which a receipt is printed that is asked for here; what is mailed is A4. */
    receipt_size: z.enum(receiptSizes).default('a4'),
  }),
  generation: z.object({
    /** Of the month, on which the invoices of the month that is `for` are issued by themselves. */
    day: z.number().int().min(1).max(31).default(25),
    for: z.enum(['next_month', 'same_month']).default('next_month'),
    group_by: z.enum(['student', 'subject']).default('student'),
    /** Whether an invoice that comes to nothing is issued, too. */
    issue_zero: z.boolean().default(false),
    auto_run: z.boolean().default(false),
    /** The day on which that was switched on; what was due before is not made up for. */
    auto_since: z.string().nullable().default(null),
    notify_at: z.string().default('09:00'),
    /** Children of the same payer are brothers and sisters, or of any parent. */
    family: z.enum(['payer', 'any_parent']).default('payer'),
    child_order: z.enum(['oldest_first', 'highest_fee_first']).default('oldest_first'),
  }),
  /** The organisation's own DuitNow QR: what families are shown, and what was uploaded and waits to be compared. */
  duitnow: z.object({
    live: duitNowQr.nullable().default(null),
    waiting: duitNowQr.nullable().default(null),
  }),
  /** When families are reminded of what they owe, and in which words. */
  reminder: reminderSetting,
  audit: z.object({
    /** Whether the superadmins get the last seal of the audit log by mail each day. */
    anchor_mail: z.boolean().default(true),
  }),
} as const

type Settings = { [K in keyof typeof settingSchemas]: z.output<(typeof settingSchemas)[K]> }

/** What holds where an organisation has said nothing. */
export function usualSettings<K extends keyof Settings>(key: K): Settings[K] {
  return settingOf(key, undefined)
}

const settingAt = fixedQuery((db, key: string) =>
  db.selectFrom('setting').select('value').where('key', '=', key),
)

/** Fills in the defaults. */
export async function settings<K extends keyof Settings>(db: Kysely<DB>, key: K): Promise<Settings[K]> {
  const [row] = await settingAt(db, key)
  return settingOf(key, row?.value)
}

/** Of a value as it is stored, where it is read together with something else. */
export function settingOf<K extends keyof Settings>(key: K, stored: unknown): Settings[K] {
  return settingSchemas[key].parse(stored ?? {}) as Settings[K]
}
