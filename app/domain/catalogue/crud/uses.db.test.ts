import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { branches } from '#app/domain/catalogue/branches/branches.ts'
import { categories } from '#app/domain/catalogue/categories/categories.ts'
import { departments } from '#app/domain/catalogue/departments/departments.ts'
import { discounts } from '#app/domain/catalogue/discounts/discounts.ts'
import { feeCategories } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { feeTypes } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { lineTemplates } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { modules } from '#app/domain/catalogue/modules/modules.ts'
import { paymentOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { programs } from '#app/domain/catalogue/programs/programs.ts'
import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import { resourceNouns } from '#app/domain/core/resources.ts'
import { infaqTypes } from '#app/domain/giving/donation-types/infaq-types.ts'
import { zakatTypes } from '#app/domain/giving/donation-types/zakat-types.ts'
import { newId } from '#db/id.ts'
import { discount, insert } from '#tests/support/database/factories.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { isUsed } from './crud.ts'

const verbs = [
  ...[branches, categories, departments, discounts, feeCategories, feeTypes, lineTemplates, modules],
  ...[paymentOptions, programs, subjects, infaqTypes, zakatTypes],
]

/** Tables that name a noun and are no use of it: parts of its own row, or rows that another counted table always has with them. */
const parts: Record<string, string[]> = {
  branch: ['cancel_request', 'credit_note'],
  discount: ['discount_fee_category'],
  fee_type: ['billed_fee'],
  infaq_type: [],
  line_template: ['line_template_item'],
  program: ['program_branch'],
  subject: ['billed_fee', 'subject_schedule', 'subject_trainer'],
  zakat_type: ['zakat_appointment'],
}

describe('what uses a noun', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  test.each(resourceNouns.map((noun) => [noun]))('%s is each table that names it', async (noun) => {
    const { uses } = verbs.find((one) => one.noun === noun)!
    const { rows } = await tenant.read((db) =>
      sql<{ name: string }>`
        select distinct source.relname as name from pg_constraint as reference
          join pg_class as source on source.oid = reference.conrelid
          join pg_class as target on target.oid = reference.confrelid
        where reference.contype = 'f' and target.relname = ${noun} and source.relname <> ${noun}
          and target.relnamespace = current_schema()::regnamespace`.execute(db),
    )
    const known = [...Object.keys(uses), ...(parts[noun] ?? [])]
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  test('a discount that each bill works out is used by the lines that it lowered', async () => {
    await tenant.write(async (trx) => {
      const { id } = await discount(trx, { type: 'sibling', second_child_bp: 1_000 })
      const other = await discount(trx, { type: 'sibling', second_child_bp: 1_000 })
      expect(await isUsed(trx, discounts.uses, id)).toBe(false)
      const facts = JSON.stringify({ discounts: [{ discount_id: id, sen: 100 }] })
      await invoice(trx, {}, [{ price_sen: 1_000, facts }])
      expect(await isUsed(trx, discounts.uses, id)).toBe(true)
      expect(await isUsed(trx, discounts.uses, other.id)).toBe(false)
    })
  })

  test('a fund is used by a move that waits, to it or from it', async () => {
    const clerk = await tenant.actor('admin')
    await tenant.write(async (trx) => {
      const [from, to, none] = [await infaqType(trx), await infaqType(trx), await infaqType(trx)].map(
        ({ id }) => id,
      ) as [string, string, string]
      await insert(trx, 'fund_move', {
        ...{ id: newId(), kind: 'infaq', infaq_type_id: from, to_infaq_type_id: to, purpose: 'moved' },
        ...{ amount_sen: 100, moved_on: '2026-03-02' },
        ...{ reason: 'Pindahan antara tabung', requested_by: clerk.id },
      })
      const used = []
      for (const id of [from, to, none]) used.push(await isUsed(trx, infaqTypes.uses, id))
      expect(used).toEqual([true, true, false])
    })
  })
})
