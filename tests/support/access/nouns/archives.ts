import { monthOf } from '#app/domain/accounting/months/month.ts'
import { accountsForm, exportForm } from '#app/domain/reporting/archives/accounting/account.ts'
import { shapes } from '#app/domain/reporting/archives/accounting/shapes.ts'
import { yearForm } from '#app/domain/reporting/archives/archive.ts'
import { familyForm } from '#app/domain/reporting/archives/family/request-form.ts'
import { newId } from '#db/id.ts'
import { insert, type Trx, user } from '#tests/support/database/factories.ts'
import type { Corner, Noun } from '../noun.ts'
import { type Row, today, view } from '../row.ts'

const failed = { status: 'failed', error_code: 'archive.too_large', locale: 'en' } as const
const someone = async (trx: Trx, { branch_id }: Corner) => (await user(trx, {}, { branch_id })).id

let month = 0

/** Of years, of families, and what was exported: of a month long ago that is open again, so that nothing else is closed by it. */
export const archiveNouns = {
  year_archive: {
    reach: 'organisation',
    make: async (trx, corner) =>
      insert(trx, 'archive', {
        ...{ id: newId(), kind: 'year', starts_on: '2001-01-01', ends_on: '2001-12-31' },
        ...{ ...failed, created_by: await someone(trx, corner) },
      }),
  },
  family_archive: {
    reach: 'personal',
    // whose account the corner's is
    keeper: 'trainer',
    make: (trx, { payer_parent_id, user_id }) =>
      insert(trx, 'archive', {
        ...{ id: newId(), kind: 'family', parent_id: payer_parent_id, ...failed, created_by: user_id },
      }),
  },
  accounting_export: {
    reach: 'organisation',
    make: async (trx, corner) => {
      month += 1
      const first = `${1970 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
      const by = await someone(trx, corner)
      const { id: closing_id } = await insert(trx, 'month_closing', {
        ...{ id: newId(), month: first, received_sen: 0, reversed_sen: 0, fees_sen: 0, net_sen: 0 },
        ...{
          closed_by: by,
          reopened_at: new Date(),
          reopened_by: by,
          reopen_reason: 'Dibuka semula lama dahulu',
        },
      })
      const row = await insert(trx, 'accounting_export', {
        ...{ id: newId(), month: first, position: 1, closing_id, entries: 1, lines: 2, net_sen: 0 },
        ...{ debit_sen: 100, credit_sen: 100, created_by: by },
      })
      const posting = { export_id: row.id, entry: 1, kind: 'payment', about_id: row.id, posted_on: first }
      await insert(trx, 'accounting_posting', {
        ...{ ...posting, position: 1, party: corner.mark, key: 'bank:cash', code: '310-000', sen: 100 },
      })
      await insert(trx, 'accounting_posting', {
        ...{ ...posting, position: 2, party: corner.mark, key: 'debtor', code: '300-000', sen: -100 },
      })
      return row
    },
  },
} as const satisfies Record<string, Noun>

export const archiveRows: Record<string, Row> = {
  'tenant/year-archive/list': {
    form: () => ({ begins: `${today.slice(0, 4)}-01`, papers: 'no' }),
    schema: yearForm,
  },
  'tenant/year-archive/view': view('year_archive'),
  'tenant/year-archive/file': view('year_archive'),
  'tenant/family-archive/own': { form: () => ({}), schema: familyForm },
  'tenant/family-archive/office': { of: 'parent', form: () => ({}), schema: familyForm },
  // whose it is follows from who asks, not from a permission
  'tenant/family-archive/view': { ...view('family_archive'), ownWall: true },
  'tenant/family-archive/file': { ...view('family_archive'), ownWall: true },
  'tenant/accounting-export/list': {},
  'tenant/accounting-export/view': { params: [{ month: monthOf(today) }] },
  'tenant/accounting-export/make': {
    params: [{ month: monthOf(today) }],
    leadsOn: true,
    form: () => ({}),
    schema: exportForm,
  },
  'tenant/accounting-export/accounts': {
    form: () => ({ 'accounts[0].key': 'debtor', 'accounts[0].code': '300-000' }),
    schema: accountsForm,
  },
  'tenant/accounting-export/file': {
    of: 'accounting_export',
    params: shapes.map((shape) => ({ shape })),
  },
}
