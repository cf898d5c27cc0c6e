import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { receiptSizes } from '#app/domain/core/documents/document.ts'
import { partRules, smallestPart } from '#app/domain/core/invoicing/payment-rules.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'
import { attendanceSetting } from './attendance-setting.ts'
import { invoiceSetting, prefix } from './invoice-setting.ts'
import { reminderSetting } from './reminder-setting.ts'

/** Days without use until sign-out: fewer for staff, who reach other people's data; of several roles the shortest counts. */
export const idleDays = { staff: 14, parent: 30 } as const
export const operatorIdleHours = 12
/** Minutes for which a confirmed identity ("confirm it is you") counts. */
export const confirmedMinutes = 10

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
  /** When invoices are due, what they show and which mails are sent. */
  invoice: invoiceSetting,
  tax: z.object({
    rate_bp: z.number().int().min(0).max(10_000).default(600),
    scope: z.enum(['non_citizens', 'all']).default('non_citizens'),
  }),
  /** Who pays the fee of an FPX payment; how much it is, the package says. */
  fpx_fee: z.object({
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
  /** An organisation may only lower these. */
  sessions: z.object({
    staff_idle_days: z.number().int().min(1).max(idleDays.staff).default(idleDays.staff),
    parent_idle_days: z.number().int().min(1).max(idleDays.parent).default(idleDays.parent),
  }),
  application: z.object({
    /** Whether the worker approves applications that match nobody on file and have all their seats. */
    auto_approve: z.boolean().default(false),
    /** Whether the registration fees of an application must be paid before that. */
    fee_first: z.boolean().default(false),
    /** Whether invoices of an approved application are issued at once or left as drafts. */
    issue_on_approval: z.boolean().default(true),
    /** Whether class administrators may decide, too. */
    class_admin_approves: z.boolean().default(false),
    /** Whether those who decide are mailed about each new application. */
    notify_staff: z.boolean().default(true),
  }),
  counter: z.object({
    /** Whether cash is rounded to whole 5 sen. */
    round_cash: z.boolean().default(true),
    /** The size of receipts printed at the counter; mailed ones are A4. */
    receipt_size: z.enum(receiptSizes).default('a4'),
  }),
  generation: z.object({
    /** Of the month, on which the invoices of the month that is `for` are issued automatically. */
    day: z.number().int().min(1).max(31).default(25),
    for: z.enum(['next_month', 'same_month']).default('next_month'),
    group_by: z.enum(['student', 'subject']).default('student'),
    /** Whether invoices of RM0.00 are issued, too. */
    issue_zero: z.boolean().default(false),
    auto_run: z.boolean().default(false),
    /** The day on which that was switched on; earlier runs are not caught up on. */
    auto_since: z.string().nullable().default(null),
    notify_at: z.string().default('09:00'),
    /** Children of the same payer are brothers and sisters, or of any parent. */
    family: z.enum(['payer', 'any_parent']).default('payer'),
    child_order: z.enum(['oldest_first', 'highest_fee_first']).default('oldest_first'),
  }),
  /** The organisation's own DuitNow QR: the live one, and an uploaded one that waits for confirmation. */
  duitnow: z.object({
    live: duitNowQr.nullable().default(null),
    waiting: duitNowQr.nullable().default(null),
  }),
  /** When families are reminded of overdue invoices, and the wording. */
  reminder: reminderSetting,
  /** Whether the list of what a new organisation sets up is hidden once only optional tasks are left. */
  set_up: z.object({ hidden: z.boolean().default(false) }),
  /** What a session shows when it is opened to be marked, and whether families hear of an absence. */
  attendance: attendanceSetting,
  audit: z.object({
    /** Whether the superadmins get the last seal of the audit log by mail each day. */
    anchor_mail: z.boolean().default(true),
  }),
} as const

export type Settings = { [K in keyof typeof settingSchemas]: z.output<(typeof settingSchemas)[K]> }

/** The defaults, where an organisation has saved nothing. */
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

/** Parses a stored value that was read together with something else. */
export function settingOf<K extends keyof Settings>(key: K, stored: unknown): Settings[K] {
  return settingSchemas[key].parse(stored ?? {}) as Settings[K]
}

/**
 * Saves a setting only at the version that was seen (0: nothing saved yet); a later concurrent change is refused
 * (version_conflict). Returns the new version.
 */
export async function writeSetting(
  trx: Transaction<DB>,
  actor: Actor,
  key: string,
  value: unknown,
  version: number,
): Promise<number> {
  const changed = { value: JSON.stringify(value), updated_by: actor.id, updated_at: sql<Date>`now()` }
  const row = await (version === 0
    ? trx
        .insertInto('setting')
        .values({ key, ...changed })
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst()
    : trx
        .updateTable('setting')
        .set({ ...changed, version: version + 1 })
        .where('key', '=', key)
        .where('version', '=', version)
        .returning('version')
        .executeTakeFirst())
  if (!row) throw new Refusal('version_conflict')
  return row.version
}
