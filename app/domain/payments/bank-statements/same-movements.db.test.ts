import { beforeAll, describe, expect, test } from 'vitest'
import { listed } from '#tests/support/database/lists.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { lineList } from './find-statements.ts'
import { isSameMovement } from './same-movements.ts'
import { familyOf, owedBy, states, uploaded } from './test-support.ts'

const messages = {
  camt052: ['052.001.08', 'BkToCstmrAcctRpt', 'Rpt'],
  camt053: ['053.001.08', 'BkToCstmrStmt', 'Stmt'],
  camt054: ['054.001.08', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const
type Kind = keyof typeof messages

interface GivenEntry {
  sen: number
  /** The reference of the bank, and that of the payer. */
  bank?: string
  payer?: string
  on?: string
}

function camt(kind: Kind, ...entries: GivenEntry[]): string {
  const [version, message, part] = messages[kind]
  const ofPayer = (payer: string) =>
    `<NtryDtls><TxDtls><Refs><EndToEndId>${payer}</EndToEndId></Refs></TxDtls></NtryDtls>`
  const written = entries.map(
    ({ sen, bank, payer, on = '2026-02-10' }) => `<Ntry><Amt Ccy="MYR">${(sen / 100).toFixed(2)}</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt>
      ${bank ? `<AcctSvcrRef>${bank}</AcctSvcrRef>` : ''}${payer ? ofPayer(payer) : ''}</Ntry>`,
  )
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><${message}>
    <${part}><Acct><Id><Othr><Id>512345678901</Id></Othr></Id></Acct>${written.join('')}</${part}></${message}></Document>`
}

describe('movements that several CAMT messages bring', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  test.each(['camt052', 'camt053', 'camt054'] as const)('a %s is known as what it is', async (kind) => {
    const one = await uploaded(tenant, camt(kind, { sen: 1_111, bank: `ONLY${kind}`, on: '2026-01-05' }))
    expect(await one.now()).toMatchObject({ format: kind, status: 'ready' })
  })

  test('are posted once and added once, in whichever order the messages come', async () => {
    const family = await familyOf(tenant, 'Rahimah Sulong Deris', 5_000, 5_000, 5_000)
    const entry = { sen: 5_000, payer: family.code }
    const notified = await uploaded(tenant, camt('camt054', entry))
    expect(await states(notified)).toEqual(['matched'])
    expect(await states(await uploaded(tenant, camt('camt052', entry)))).toEqual(['repeated'])
    const later = { sen: 5_000, payer: family.code, on: '2026-02-20' }
    const stated = await uploaded(tenant, camt('camt053', entry, later))
    expect(await states(stated)).toEqual(['repeated', 'matched'])
    expect(await states(await uploaded(tenant, camt('camt054', later)))).toEqual(['repeated'])
    expect(await owedBy(tenant, family)).toEqual([0, 0, 5_000])
    const page = await listed(tenant, lineList, { from: '2026-02-01' })
    expect(page).toMatchObject({ summed: 'bank_line.summed' })
    expect(page.totals).toMatchObject({ credit_sen: 10_000 })
    expect(await tenant.read(imbalance)).toEqual({})
  })

  test('are as many as one message has, although they are alike', async () => {
    const entry = { sen: 777, payer: 'SAMA77' }
    await uploaded(tenant, camt('camt054', entry))
    const stated = await uploaded(tenant, camt('camt053', entry, entry))
    expect((await states(stated)).filter((state) => state === 'repeated')).toHaveLength(1)
  })

  test('are told apart by the references of the bank', async () => {
    await uploaded(tenant, camt('camt052', { sen: 888, bank: 'BR-1' }))
    const stated = await uploaded(tenant, camt('camt053', { sen: 888, bank: 'BR-2' }))
    expect(await states(stated)).toEqual(['unmatched'])
  })
})

describe('lines of the same day and amount', () => {
  const line = (given: object) => ({
    ...{ booked_on: '2026-02-10', side: 'credit' as const, amount_sen: 500 },
    ...{ payer_name: null, reference: null, description: '', ...given },
  })

  test.each([
    ['the same references in another order', { reference: 'AB1 CD2' }, { reference: 'cd-2 ab-1' }, true],
    ['fewer references', { reference: 'AB1' }, { reference: 'AB1 CD2' }, true],
    ['one shared and one other reference each', { reference: 'AB1 CD2' }, { reference: 'AB1 EF3' }, false],
    ['a reference that is missing', { reference: 'NOTPROVIDED' }, { reference: 'AB1' }, true],
    ['the same payer', { payer_name: 'Siti Ali' }, { payer_name: 'SITI ALI', reference: 'AB1' }, true],
    ['another payer', { payer_name: 'Siti Ali' }, { payer_name: 'Lim Ah Seng' }, false],
    ['fewer words', { description: 'YURAN' }, { description: 'DUITNOW YURAN FEB' }, true],
    ['other words', { description: 'YURAN' }, { description: 'SEWA' }, false],
  ])('with %s', (_, one, other, same) => {
    expect(isSameMovement(line(one), line(other))).toBe(same)
    expect(isSameMovement(line(other), line(one))).toBe(same)
  })
})
