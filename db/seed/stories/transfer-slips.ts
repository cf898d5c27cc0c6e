import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql, type Transaction } from 'kysely'
import { everywhere, systemActor, userOrSystemActor } from '#app/domain/core/actor.ts'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { writeSetting } from '#app/domain/core/settings/settings.ts'
import {
  confirmSlip,
  rejectSlip,
  submitSlip,
  withdrawByCode,
} from '#app/domain/payments/transfer-slips/change-slip.ts'
import { environment } from '#app/environment.ts'
import { readDuitNow } from '#app/integrations/duitnow/read-duitnow.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { sampleDuitNow } from '#db/seed/papers/duitnow.ts'
import { sheetOf } from '#db/seed/papers/sheet.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, datePayments, lastEntry } from './own-moment.ts'

const words = {
  my: {
    account: (name: string) => `Maybank 5140 1122 3344, ${name}. Tulis kod keluarga anda sebagai rujukan.`,
    no: 'Wang ini belum diterima. Sila semak nombor akaun penerima.',
  },
  en: {
    account: (name: string) => `Maybank 5140 1122 3344, ${name}. Write your family code as the reference.`,
    no: 'This money has not come. Please check the account it went to.',
  },
}
/** Transfers that families have shown: some wait, one of them with a file that was seen before; by the product's own verbs. */
export async function addTransferSlips(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const clerk = office.find((one) => one.role === 'admin')
  const bills = await owed(trx, stage.today)
  if (!clerk) return
  const { now, today, entity, locale } = stage
  const holder = stage.plan.entity.company_name ?? stage.plan.entity.name
  const said = words[locale === 'my' ? 'my' : 'en']
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  await trx
    .updateTable('payment_option')
    .set({
      needs_slip: true,
      instructions: said.account(holder),
      instructions_en: words.en.account(holder),
      instructions_my: words.my.account(holder),
    })
    .where('method', '=', 'bank_transfer')
    .execute()
  const decides = await userOrSystemActor(trx, clerk.user_id)
  const [seat] = stage.plan.branches
  const live = readDuitNow(sampleDuitNow(stage.plan.entity.name, seat?.city ?? ''))
  await writeSetting(trx, decides, 'duitnow', { live, waiting: null }, 0)
  for (const [index, bill] of bills.entries()) {
    const user = bill.user_id ? await userOrSystemActor(trx, bill.user_id) : systemActor
    const transfer = {
      amount: index === 1 ? bill.balance_sen + 1_000 : bill.balance_sen,
      // What is booked gets the next number, so it is of today.
      paid_on: index === 3 ? today : later(bill.issued_on, addDays(today, -1 - (index % 3))),
      // Two families show the same one.
      reference_no: `MBB ${770_021 + Math.min(index, 4)}`,
    }
    const paper = await paperOf(stage, transfer, index % 3 === 1)
    const id = await submitSlip(trx, user, bill.public_code, transfer, paper, today)
    if (index === 2)
      await rejectSlip(trx, decides, everywhere, id, {
        decision_reason: said.no,
      })
    // some families have paid as much a few days before, and the office has looked
    if (index === 3) await confirmSlip(trx, decides, everywhere, id, { ...transfer, confirmed: 'on' }, today)
    if (index === 6) await withdrawByCode(trx, user, bill.public_code, id)
  }
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, now)
  await datePayments(trx, sql`select payment_id from transfer_slip where payment_id is not null`, now)
  await sql`update transfer_slip set requested_at = ${now}, created_at = ${now}, updated_at = ${now},
    decided_at = case when decided_at is null then null else ${now}::timestamptz end`.execute(trx)
  await sql`update stored_file set created_at = ${now} where kind = 'transfer_slip'`.execute(trx)
  // What has happened long ago is not mailed now.
  await sql`delete from platform.outbox where entity_id = ${entity.id}
    and name in ('transfer_slip.send', 'receipt.send')`.execute(trx)
}

/** What families owe that nobody is paying or has tried to pay, those of people with an account first. */
async function owed(trx: Transaction<DB>, today: string) {
  return trx
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .leftJoin('user_account', 'user_account.id', 'parent.user_id')
    .select(['invoice.public_code', 'user_account.id as user_id'])
    .select(sql<string>`invoice.issued_on`.as('issued_on'))
    .select(sql<number>`invoice.balance_sen`.as('balance_sen'))
    .where('invoice.status', '=', 'unpaid')
    .where('invoice.issued_on', '<=', today)
    .where(sql<boolean>`invoice.balance_sen > 1000`)
    .where(sql<boolean>`not exists (select from arrangement_invoice where invoice_id = invoice.id)`)
    .where(sql<boolean>`not exists (select from payment_attempt_invoice where invoice_id = invoice.id)`)
    .distinctOn('parent.id')
    .orderBy('parent.id')
    .orderBy('invoice.number', 'desc')
    .limit(7)
    .execute()
}

/** Nobody pays before there is a bill. */
const later = (issued_on: string, day: string) => (issued_on > day ? issued_on : day)

const picture = await readFile(new URL('../papers/slip.jpg', import.meta.url))

/** What a bank shows: some send the picture of their phone, others the PDF that it offers. */
async function paperOf(
  { entity, locale }: Stage,
  { amount, paid_on, reference_no }: { amount: number; paid_on: string; reference_no: string },
  asPdf: boolean,
) {
  const said = ['SBI Bank A (SAMPLE)', formatRinggit(amount), formatDate(paid_on, locale), reference_no]
  const bytes = asPdf ? sheetOf(said) : picture
  const content_type = asPdf ? 'application/pdf' : 'image/jpeg'
  const storage_key = newFileKey(asPdf ? 'pdf' : 'jpg')
  await filesOf(environment, entity.schema).put(storage_key, bytes, content_type)
  // Each family has taken a picture of its own, though all of them are drawn alike here.
  const hash = createHash('sha256').update(bytes).update(reference_no).digest('hex')
  return { storage_key, name: 'slip', content_type, bytes, hash }
}
