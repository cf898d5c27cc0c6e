import { readFile } from 'node:fs/promises'
import { sql, type Transaction } from 'kysely'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { setImage } from '#app/domain/catalogue/images/image.ts'
import { type Actor, everywhere, userOrSystemActor } from '#app/domain/core/actor.ts'
import { addDays, startOfMonth } from '#app/domain/core/dates.ts'
import { infaqTypes } from '#app/domain/giving/donation-types/infaq-types.ts'
import { zakatTypes } from '#app/domain/giving/donation-types/zakat-types.ts'
import { recordGift } from '#app/domain/giving/donations/change-donation.ts'
import type { RecordGiftInput } from '#app/domain/giving/donations/donation.ts'
import { approveFundMove, requestFundMove } from '#app/domain/giving/funds/change-fund-move.ts'
import { submitAppointment } from '#app/domain/giving/zakat-appointments/change-appointment.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { sheetOf } from '#db/seed/papers/sheet.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, datePayments, lastEntry } from './own-moment.ts'

const words = {
  my: {
    prayer: ['Tabung Surau dan Dewan', 'Membaik pulih surau dan dewan untuk kegunaan semua murid.'],
    orphans: ['Bantuan Anak Yatim', 'Buku, pakaian dan tambang bagi murid yatim dan asnaf.'],
    fitrah: ['Zakat Fitrah', 'Setiap orang Islam menunaikannya sebelum Hari Raya Aidilfitri.'],
    savings: ['Zakat Simpanan', 'Bagi simpanan yang cukup nisab dan haul.'],
    business: ['Zakat Perniagaan', 'Bagi harta perniagaan yang cukup nisab dan haul.'],
    spent: 'Pembelian sejadah dan kipas surau',
    asked: 'Buku latihan untuk lima orang murid',
    shop: 'Kedai Barakah',
  },
  en: {
    prayer: ['Prayer room fund', 'A new floor and fans for the prayer room.'],
    orphans: ['Help for orphans', 'Books, clothes and bus fares for pupils without parents.'],
    fitrah: ['Zakat fitrah', 'Each Muslim pays it before Hari Raya Aidilfitri.'],
    savings: ['Zakat on savings', 'On savings that have reached nisab for a year.'],
    business: ['Zakat on business', 'On the goods of a business that have reached nisab for a year.'],
    spent: 'Carpets and two fans for the prayer room',
    asked: 'Exercise books for five pupils',
    shop: 'Kedai Barakah',
  },
} as const

type TypeWords = 'prayer' | 'orphans' | 'fitrah' | 'savings' | 'business'

const givers = ['Encik Hafizuddin', 'Puan Salmah', null, 'Keluarga Haji Rahman', 'Puan Norliza', null]
const amounts = [5_000, 10_000, 2_000, 50_000, 3_000, 1_000, 20_000, 10_000, 150_000, 5_000, 7_500, 30_000]
const blank = { version: undefined, form_key: undefined }
const noApproval = { tax_approval_no: undefined, tax_from: undefined, tax_to: undefined }
const taxed = {
  ...{ donor_name: 'Puan Salmah', anonymous: undefined },
  ...({ identity_type: 'nric', identity_no: '880412105336' } as const),
}
const always = { opens_on: undefined, closes_on: undefined }

/**
 * What is collected and what was given, by the product's own verbs: infaq with a target and some progress, zakat that is
 * open, zakat whose letter the operator has before them, and zakat whose letter is over.
 */
export async function addGiving(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const [clerk, admin, owner] = ['clerk', 'admin', 'superadmin'].map((wanted) =>
    office.find((one) => one.role === wanted),
  )
  if (!clerk || !admin || !owner) return
  const { today, entity } = stage
  const own = stage.locale === 'my' ? 'my' : 'en'
  const said = words[own]
  const before = await lastEntry(trx)
  const asRole = () => sql`set local role ${sql.id(role)}`.execute(trx)
  await asRole()
  const [takes, asks, decides] = await Promise.all(
    [clerk, admin, owner].map(({ user_id }) => userOrSystemActor(trx, user_id)),
  )
  const inBoth = (of: TypeWords) => {
    const [name, description] = said[of]
    if (own === 'my') {
      const [name_en, description_en] = words.en[of]
      return { name, description, name_en, description_en }
    }
    const [name_my, description_my] = words.my[of]
    return { name, description, name_my, description_my }
  }
  const infaq = (code: string, of: TypeWords, more: object) =>
    infaqTypes.create(trx, asks!, {
      ...{ ...blank, ...always, ...noApproval, code, ...inBoth(of), target_sen: undefined },
      ...{ suggested_sen: [1_000, 3_000, 5_000, 10_000], ...more },
    })
  const zakat = (code: string, of: TypeWords, rate_sen?: number) =>
    zakatTypes.create(trx, asks!, {
      ...{ ...blank, ...always, code, ...inBoth(of), rate_sen },
      suggested_sen: rate_sen ? [] : [5_000, 10_000, 50_000],
    })
  const days = { tax_from: addDays(today, -300), tax_to: addDays(today, 400) }
  const limits = { min_sen: 5_00, max_sen: 2_000_00 }
  const prayer = await infaq('SURAU', 'prayer', { target_sen: 500_000, ...limits })
  await picture(trx, stage, asks!, prayer)
  const orphans = await infaq('YATIM', 'orphans', { tax_approval_no: 'LHDN.01/35/42/51', ...days })
  const fitrah = await zakat('FITRAH', 'fitrah', 700)
  const savings = await zakat('SIMPANAN', 'savings')
  const business = await zakat('NIAGA', 'business')
  await handIn(trx, stage, asks!, fitrah, { from: -60, to: 200 })
  await handIn(trx, stage, asks!, savings, { from: 0, to: 365 })
  await handIn(trx, stage, asks!, business, { from: -375, to: 10 })
  await sql`reset role`.execute(trx)
  await sql`update platform.zakat_appointment set status = 'confirmed', decided_at = requested_at, decider = 'Farah Nabila'
    where entity_id = ${entity.id} and zakat_type_id = any(${[fitrah, business]}::uuid[])`.execute(trx)
  // A letter is handed in while it still holds.
  await sql`update platform.zakat_appointment set valid_to = ${addDays(today, -10)}, warned_days = 0
    where entity_id = ${entity.id} and zakat_type_id = ${business}`.execute(trx)
  await asRole()
  const give = (kind: GivingKind, type: string, index: number, given: Partial<RecordGiftInput>) =>
    recordGift(trx, takes!, kind, giftOf(stage, type, index, given), {
      ...{ scope: everywhere, today, backdate_days: 40 },
      keys: { ring: stage.ring, place: entity.schema },
    })
  for (const [index, amount] of amounts.entries())
    await give('infaq', index % 3 === 2 ? orphans : prayer, index, {
      amount,
      // One who claims it from tax: a receipt with the words of the approval.
      ...(index === 8 ? taxed : {}),
    })
  for (const persons of [5, 3]) await give('zakat', fitrah, persons, { persons, intention: 'on' })
  const move = { purpose: 'spent', recipient: said.shop, moved_on: today, ...blank } as const
  const none = { to_type: undefined, reference_no: undefined }
  const spend = (type_id: string, amount: number, reason: string) =>
    requestFundMove(trx, asks!, { kind: 'infaq', type_id }, { ...move, ...none, amount, reason }, today)
  const { id } = await spend(prayer, 45_000, said.spent)
  await approveFundMove(trx, decides!, everywhere, id)
  await spend(orphans, 15_000, said.asked)
  await sql`reset role`.execute(trx)
  await setBack(trx, stage, before)
}

/** Drawn for the demo. */
const drawing = new URL('../papers/surau.jpg', import.meta.url)

async function picture(trx: Transaction<DB>, { entity }: Stage, by: Actor, id: string): Promise<void> {
  const key = newFileKey('jpg')
  await filesOf(environment, entity.schema).put(key, await readFile(drawing), 'image/jpeg')
  await setImage(trx, by, 'infaq_type', everywhere, id, key)
}

function giftOf(
  { today, branch_ids }: Stage,
  type: string,
  index: number,
  given: Partial<RecordGiftInput>,
): RecordGiftInput {
  const donor_name = givers[index % givers.length]
  const first = startOfMonth(today)
  const day = addDays(today, -2 * Math.max(0, amounts.length - index))
  return {
    ...{ type, branch_id: branch_ids[0]!, method: 'cash', paid_on: day < first ? first : day },
    ...{ suggested: undefined, amount: undefined, persons: undefined, reference_no: undefined },
    ...{ anonymous: donor_name ? undefined : 'on', donor_name: donor_name ?? undefined },
    ...{ message: undefined, intention: undefined, donor_email: undefined, confirmed: undefined },
    ...{ form_key: undefined, ...given },
  }
}

async function handIn(
  trx: Transaction<DB>,
  { entity, today, plan }: Stage,
  actor: Actor,
  zakat_type_id: string,
  { from, to }: { from: number; to: number },
) {
  const [state] = plan.branches.map((branch) => branch.state)
  const told = {
    ...{ authority: `Majlis Agama Islam ${state}`, state: state as 'Selangor' },
    ...{ appointment_no: `MAI/${today.slice(0, 4)}/${zakat_type_id.slice(-4).toUpperCase()}` },
    ...{
      valid_from: addDays(today, from),
      valid_to: addDays(today, to),
      letter: undefined,
      form_key: undefined,
    },
  }
  const bytes = sheetOf(['SURAT PELANTIKAN (CONTOH)', told.authority, told.appointment_no, plan.entity.name])
  const storage_key = newFileKey('pdf')
  await filesOf(environment, entity.schema).put(storage_key, bytes, 'application/pdf')
  const kept = { storage_key, content_type: 'application/pdf', size_bytes: bytes.length }
  await submitAppointment(trx, actor, zakat_type_id, told, kept, today)
}

/** Everything lies before the demo's own moment, and nobody is mailed about it. */
async function setBack(trx: Transaction<DB>, { now, entity }: Stage, before: string) {
  const payments = sql`select payment_id from donation`
  await dateEntries(trx, before, now)
  await datePayments(trx, payments, now)
  await sql`update donation set created_at = ${now}`.execute(trx)
  await sql`update fund_entry set created_at = ${now}`.execute(trx)
  await sql`update fund_move set requested_at = ${now}, created_at = ${now}, updated_at = ${now},
    decided_at = case when decided_at is null then null else ${now}::timestamptz end`.execute(trx)
  for (const table of ['infaq_type', 'zakat_type'])
    await sql`update ${sql.table(table)} set created_at = ${now}, updated_at = ${now}`.execute(trx)
  await sql`update platform.zakat_appointment set requested_at = ${now},
    decided_at = case when decided_at is null then null else ${now}::timestamptz end
    where entity_id = ${entity.id}`.execute(trx)
  await sql`delete from platform.outbox where entity_id = ${entity.id} and name = 'receipt.send'
    and (payload ->> 'payment_id')::uuid in (${payments})`.execute(trx)
}
