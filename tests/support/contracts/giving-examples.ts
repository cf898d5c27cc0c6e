import { infaqTypes } from '#app/domain/giving/donation-types/infaq-types.ts'
import { zakatTypes } from '#app/domain/giving/donation-types/zakat-types.ts'
import { next } from '../database/factories.ts'
import { donation } from '../database/giving-factories.ts'
import type { ResourceExample } from './resource-example.ts'

/** What is collected for. */
export const givingExamples: Record<'infaq_type' | 'zakat_type', ResourceExample> = {
  infaq_type: {
    verbs: infaqTypes,
    least: () => ({ code: `N${next()}`, name: 'Tabung baharu' }),
    all: async () => [
      {
        ...{ name_my: 'Nama awal', description_my: 'Perihal awal' },
        ...{ description: 'Awal', suggested_sen: '10, 30', target_sen: '5000.00' },
        ...{ min_sen: '5.00', max_sen: '500.00' },
        ...{ opens_on: '2026-01-01', closes_on: '2026-06-30' },
        ...{ tax_approval_no: 'LHDN.01/35/1', tax_from: '2026-01-01', tax_to: '2026-06-30' },
      },
      {
        ...{ name_my: 'Nama akhir', description_my: 'Perihal akhir' },
        ...{ description: 'Akhir', suggested_sen: '20, 50, 100', target_sen: '7500.50' },
        ...{ min_sen: '10.00', max_sen: '1000.00' },
        ...{ opens_on: '2026-02-01', closes_on: '2026-12-31' },
        ...{ tax_approval_no: 'LHDN.01/35/2', tax_from: '2026-02-01', tax_to: '2026-12-31' },
      },
    ],
    apart: ['name_en', 'description_en'],
    hinderless: {
      'fund_move.infaq_type_id': 'takes what its fund has, which is counted',
      'fund_move.to_infaq_type_id': 'not approved to where nothing is any more',
    },
    use: (trx, infaq_type_id) => donation(trx, { infaq_type_id }),
  },
  zakat_type: {
    verbs: zakatTypes,
    least: () => ({ code: `A${next()}`, name: 'Zakat baharu' }),
    all: async () => [
      {
        ...{ name_my: 'Nama awal', description_my: 'Perihal awal' },
        ...{ description: 'Awal', suggested_sen: '10, 30', rate_sen: '7.00' },
        ...{ min_sen: '5.00', max_sen: '500.00' },
        ...{ opens_on: '2026-01-01', closes_on: '2026-06-30' },
      },
      {
        ...{ name_my: 'Nama akhir', description_my: 'Perihal akhir' },
        ...{ description: 'Akhir', suggested_sen: '20', rate_sen: '14.00' },
        ...{ min_sen: '10.00', max_sen: '1000.00' },
        ...{ opens_on: '2026-02-01', closes_on: '2026-12-31' },
      },
    ],
    apart: ['name_en', 'description_en'],
    hinderless: {
      'fund_move.zakat_type_id': 'takes what its fund has, which is counted',
      'fund_move.to_zakat_type_id': 'not approved to where nothing is any more',
    },
    use: (trx, zakat_type_id) => donation(trx, { kind: 'zakat', zakat_type_id }),
  },
}
