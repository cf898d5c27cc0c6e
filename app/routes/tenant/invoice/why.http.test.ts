import { beforeAll, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let tenant: Tenant
let product: App
let clerk: Browser
let family: Browser
let parent_id: string
beforeAll(async () => {
  tenant = await freshTenant({ tax_registered: true })
  product = await app()
  clerk = await product.signedInAs(tenant, 'clerk')
  family = await product.signedInAs(tenant, 'parent')
  parent_id = (await tenant.actor('parent')).parent_id!
})

const facts = {
  ...{ enrolment_id: newId(), usual_sen: 12_000, own: { sen: 10_000, reason: 'Rahsia pejabat' } },
  share: { by: 'day', counted: 15, of: 30, from: '2026-01-16' },
  discounts: [
    {
      ...{ discount_id: newId(), student_discount_id: newId(), code: 'YC', name: 'Subsidi', type: 'subsidy' },
      ...{ percent_bp: 1_000, fixed_sen: null, sen: 500, sponsor: 'Yayasan Contoh', child: null },
      ...{ decided_by: 'Cik Ruqayyah', reason: 'Pendapatan keluarga' },
    },
  ],
  ...{ capped: true, tax: { rate_bp: 600, scope: 'all' } },
}
const bill = (given: object = {}) =>
  tenant.write(async (trx) => {
    const child = await student(trx, { branch_id: tenant.branch.id }, { payer: { id: parent_id } })
    return invoice(trx, { student_id: child.id, payer_parent_id: parent_id, branch_id: tenant.branch.id }, [
      {
        ...{ price_sen: 5_000, discount_sen: 500, amount_sen: 4_500, tax_sen: 270, taxable: true },
        ...{ facts: JSON.stringify(facts), ...given },
      },
    ])
  })

test('the office reads each step to an amount, who gave what, and why', async () => {
  const html = await page(clerk, `/invoice/view/${(await bill()).id}`)
  for (const said of [
    'RM120.00',
    'Own price of this student',
    'From 16 Jan 2026: 15 of 30 days',
    '1. Subsidi (YC): 10%, borne by Yayasan Contoh',
    'Service tax 6% of RM45.00: RM2.70.',
    'YC was given by Cik Ruqayyah.',
    'YC: Pendapatan keluarga',
    'Own price: Rahsia pejabat',
    'they stop there',
    'the amount is the same',
  ])
    expect(html.replace(/<[^>]+>/g, ''), said).toContain(said)
})

test('a family reads the rules, and whoever has the link not who bears a part', async () => {
  const { id, public_code } = await bill()
  const theirs = await page(family, `/invoice/view/${id}`)
  expect(theirs).toContain('borne by Yayasan Contoh')
  const said = theirs.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(said).toContain('Total fee RM50.00')
  expect(said).toContain('Borne by Yayasan Contoh -RM5.00')
  expect(said).toContain('The family pays RM')
  expect(theirs).not.toMatch(/Ruqayyah|Pendapatan|Rahsia/)
  const anybodys = await page(product.visitor(tenant), `/invoice/status/${public_code}`)
  expect(anybodys).toContain('Subsidi (YC): 10%')
  expect(anybodys).not.toMatch(/Ruqayyah|Pendapatan|Rahsia|Yayasan/)
})

test('an amount that does not agree with what was kept of it is said to do so', async () => {
  const { id } = await bill({ amount_sen: 4_400 })
  const html = await page(family, `/invoice/view/${id}`)
  expect(html).toContain('An amount does not agree')
  expect(html.replace(/<[^>]+>/g, '')).toContain('it is RM45.00 and tax RM2.70, but the line says RM44.00')
  expect(html).not.toContain('the amount is the same')
})
