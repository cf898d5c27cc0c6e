import { describe, expect, test } from 'vitest'
import { addsUp } from '#app/domain/payments/bank-statements/match-statement.ts'
import { type DrawnFamily, drawFamilies, drawStatement } from '#tests/support/bank/drawn-statement.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { codesIn, directoryOf, indexCodes, nearCodesIn, numbersIn } from './directory.ts'
import { candidatesOf, type JudgedLine, judge } from './judge.ts'
import type { Person } from './names.ts'

const about = { addsUp: true, monthOpen: true }

/** What the matcher knows of drawn families; what is posted is paid, oldest first, as the books would have it. */
function worldOf(families: readonly DrawnFamily[], people: readonly Person[] = []) {
  const owed = new Map(
    families.map(({ id, invoices }) => [id, invoices.map((one) => ({ ...one, pending: false }))]),
  )
  const directory = directoryOf({
    families: families.map(({ id, code }) => ({ id, family_code: code })),
    people: [
      ...families.flatMap(({ id, payer, other, children }) => [
        { family: id, name: payer, who: 'payer' as const, proven: true },
        { family: id, name: other, who: 'parent' as const, proven: true },
        ...children.map((name) => ({ family: id, name, who: 'child' as const, proven: true })),
      ]),
      ...people,
    ],
    own: ['Tadika Seri Contoh', 'Cawangan Bukit Contoh'],
    invoices: families.flatMap(({ id, invoices }) =>
      invoices.map((one) => ({ ...one, payer_parent_id: id })),
    ),
  })
  return {
    judged(line: JudgedLine, given: Partial<typeof about> = {}, duplicate: { number: string } | null = null) {
      const facts = (family: string) => ({
        owed: (owed.get(family) ?? []).filter((one) => one.balance_sen > 0),
        duplicate,
      })
      return judge(line, candidatesOf(line, directory), facts, { ...about, ...given })
    },
    post(family: string, sen: number) {
      for (const one of owed.get(family)!) {
        const taken = Math.min(sen, one.balance_sen)
        one.balance_sen -= taken
        sen -= taken
      }
    },
    owed,
  }
}

const seeds = soaking ? Array.from({ length: 40 }, (_, seed) => seed + 1) : [1, 2]

test.each(seeds)(
  'of 1,000 drawn lines (seed %i) none is posted wrongly, and most that carry a reference by themselves',
  (seed) => {
    const families = drawFamilies(seed, 1_100)
    const lines = drawStatement(seed, families, 1_000)
    const world = worldOf(families)
    const wrong: unknown[] = []
    const count = { referenced: 0, alone: 0, rest: 0, oneClick: 0, posted: 0 }
    for (const line of lines) {
      if (line.side === 'debit') continue
      const { family, certain, evidence } = world.judged(line)
      if (certain && family !== line.truth) wrong.push({ line, family, evidence })
      if (certain) {
        count.posted++
        world.post(family!, line.amount_sen)
      }
      if (line.usesReference) {
        count.referenced++
        if (certain) count.alone++
      }
      // What says nothing of anybody is nobody's to guess.
      if (!certain && line.truth !== null && line.kind !== 'foreign name') {
        count.rest++
        if (family === line.truth) count.oneClick++
      }
    }
    expect(wrong).toEqual([])
    const share = count.alone / count.referenced
    const clicks = count.oneClick / count.rest
    expect(count.referenced).toBeGreaterThan(400)
    expect(share).toBeGreaterThanOrEqual(0.85)
    expect(clicks).toBeGreaterThanOrEqual(0.6)
    figure(
      `bank statement (seed ${seed}): 0 of ${count.posted} posted wrongly, ${(share * 100).toFixed(1)} % of ${count.referenced} with a reference alone, ${(clicks * 100).toFixed(1)} % of the other ${count.rest} that say something by one click`,
    )
  },
)

describe('a reference', () => {
  const families = drawFamilies(7, 400)
  const codes = indexCodes(families.map(({ id, code }) => ({ id, family_code: code })))
  const code = families[0]!.code

  test.each([
    code,
    code.toLowerCase(),
    `yuran ${code.slice(0, 4)} ${code.slice(4)}`,
    `YURAN${code}2026`,
    `${code.slice(0, 2)}-${code.slice(2)}/x`,
    [...code].join(' '),
    code.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ])('is found in %s', (text) => {
    expect(codesIn(text, codes)).toEqual([code])
  })

  test('with any one slip is nobody else’s, and is found as nearly this one', () => {
    for (const { code: right } of families.slice(0, 100)) {
      for (let place = 0; place < 8; place++) {
        const other = right.slice(0, place) + (right[place] === 'A' ? 'B' : 'A') + right.slice(place + 1)
        const missing = right.slice(0, place) + right.slice(place + 1)
        for (const typed of [other, missing, `${right.slice(0, place)}7${right.slice(place)}`]) {
          if (codesIn(typed, codes).includes(right)) continue
          expect(codesIn(typed, codes)).toEqual([])
          expect(nearCodesIn(typed, codes).map((near) => near.code)).toContain(right)
        }
      }
    }
  })
})

test('numbers are found with what stands between their parts', () => {
  expect(numbersIn('INV-26-000123')).toContain('26000123')
  expect(numbersIn('inv26 000123 yuran')).toContain('26000123')
  expect(numbersIn('INV26000123')).toContain('26000123')
  expect(numbersIn('INV260001234')).not.toContain('26000123')
})

describe('a line is left to a person', () => {
  const families = drawFamilies(3, 50)
  const [one, two] = families as [DrawnFamily, DrawnFamily]
  const total = one.invoices.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const line = (given: Partial<JudgedLine>): JudgedLine => ({
    ...{ booked_on: '2026-11-10', amount_sen: total, payer_name: null, reference: null, description: '' },
    ...given,
  })
  const kinds = (verdict: { evidence: { kind: string }[] }) => verdict.evidence.map(({ kind }) => kind)

  test('not when its reference names the family', () => {
    expect(worldOf(families).judged(line({ reference: one.code }))).toMatchObject({
      certain: true,
      family: one.id,
    })
    expect(worldOf(families).judged(line({ reference: one.code, amount_sen: 777 }))).toMatchObject({
      certain: true,
    })
  })

  test('of whom half a reference is, where a whole one stands as well, is not asked', () => {
    const half = `${two.code.slice(0, -1)}${two.code.endsWith('X') ? 'Y' : 'X'}`
    const verdict = worldOf(families).judged(line({ reference: `${one.code} ${half}` }))
    expect(verdict).toMatchObject({ certain: true, family: one.id })
    expect(kinds(verdict)).not.toContain('near_reference')
  })

  test('who is told whose it is by the whole name of a child alone', () => {
    const verdict = worldOf(families).judged(line({ description: one.children[0]!, amount_sen: 3 }))
    expect(verdict).toMatchObject({ certain: false, family: one.id })
  })

  test.each([
    ['names two families', { reference: `${one.code} ${two.code}` }, {}, null, 'others'],
    [
      'names another’s invoice, too',
      { reference: `${one.code} ${two.invoices[0]!.number}` },
      {},
      null,
      'others',
    ],
    ['may be a payment that is there', { reference: one.code }, {}, { number: 'RCP-26-000001' }, 'duplicate'],
    ['is of a closed month', { reference: one.code }, { monthOpen: false }, null, 'month_closed'],
    ['is of a file that does not add up', { reference: one.code }, { addsUp: false }, null, 'not_added_up'],
    ['came before the invoice', { reference: one.code, booked_on: '2026-10-01' }, {}, null, 'before_issue'],
    ['has a slip in its reference', { reference: `${one.code.slice(0, 7)}0` }, {}, null, 'near_reference'],
    ['names an invoice and nobody', { reference: one.invoices[0]!.number }, {}, null, 'invoice'],
  ] as const)('when it %s', (_, given, world, duplicate, kind) => {
    const verdict = worldOf(families).judged(line(given), world, duplicate)
    expect(verdict.certain).toBe(false)
    expect(kinds(verdict)).toContain(kind)
  })

  test('when the family owes nothing, or an invoice of it is being paid', () => {
    const paid = worldOf(families)
    paid.post(one.id, total)
    expect(kinds(paid.judged(line({ reference: one.code })))).toContain('nothing_owed')
    const busy = worldOf(families)
    busy.owed.get(one.id)![0]!.pending = true
    expect(busy.judged(line({ reference: one.code }))).toMatchObject({ certain: false })
  })

  test('not when its reference has one typing error, but payer and sum are right', () => {
    const near = { reference: `${one.code.slice(0, 7)}0`, payer_name: one.payer }
    expect(worldOf(families).judged(line(near))).toMatchObject({ certain: true, family: one.id })
    for (const other of [{ amount_sen: total + 1 }, { payer_name: two.other }, { payer_name: null }])
      expect(worldOf(families).judged(line({ ...near, ...other })).certain).toBe(false)
  })

  test.each([
    ['the payer', { payer_name: one.payer }],
    ['the payer, in the words of the bank', { description: one.payer }],
    ['a child', { description: `YURAN ${one.children[0]}` }],
  ])('when only a name speaks for the family, whatever the sum: %s', (_, given) => {
    for (const amount_sen of [total, one.invoices[0]!.balance_sen, total + 1])
      expect(worldOf(families).judged(line({ ...given, amount_sen }))).toMatchObject({
        ...{ certain: false, family: one.id },
      })
  })
})

describe('a name', () => {
  const [one, two, three] = drawFamilies(5, 40) as [DrawnFamily, DrawnFamily, DrawnFamily]
  const families = [one, two, three].map((family, index) => ({
    ...family,
    payer: ['LIM AH SENG', 'NORAINI BINTI IBRAHIM LATIF', 'CHONG WEI JIE'][index]!,
    invoices: family.invoices.slice(0, 1).map((bill) => ({ ...bill, balance_sen: 13_370 + index })),
  }))
  const line = (given: Partial<JudgedLine>): JudgedLine => ({
    ...{ booked_on: '2026-11-10', amount_sen: 13_372, payer_name: null, reference: null, description: '' },
    ...given,
  })
  /** What a line says of the third family, when it has this further name. */
  const judged = (
    name: string,
    given: Partial<JudgedLine>,
    { proven = true, who = 'payer' as Person['who'] } = {},
  ) => {
    const verdict = worldOf(families, [{ family: three.id, name, who, proven }]).judged(line(given))
    const byName = verdict.evidence.some(({ kind }) =>
      ['name', 'same_name', 'part_of_name', 'child', 'paid_before'].includes(kind),
    )
    return { ...verdict, byName: verdict.family === three.id && byName }
  }

  test.each([
    ['Fund Transfer Received', { description: 'FUND TRANSFER RECEIVED LIM AH SENG' }],
    ['Fund Transfer Received', { payer_name: 'FUND TRANSFER RECEIVED' }],
    ['IBG Credit', { description: 'IBG CREDIT LIM AH SENG' }],
    ['DuitNow QR', { description: 'DUITNOW QR LIM AH SENG' }],
    ['DuitNow QR Ahmad', { description: 'DUITNOW QR AHMAD' }],
    ['Maybank2u Kamal Ali', { payer_name: 'MAYBANK2U KAMAL ALI' }],
    ['Ｆｕｎｄ Ｔｒａｎｓｆｅｒ Ali', { payer_name: 'FUND TRANSFER ALI' }],
    ['Fu\u200bnd Transfer Ali', { payer_name: 'FUND TRANSFER ALI' }],
    ['Tadika Seri Contoh', { description: 'TADIKA SERI CONTOH' }],
    ['Seri Contoh', { description: 'TADIKA SERI CONTOH YURAN' }],
    ['Yuran Tadika Seri Contoh', { payer_name: 'YURAN TADIKA SERI CONTOH' }],
    ['Bukit Contoh', { payer_name: 'BUKIT CONTOH' }],
    ['Anak INV26001234', { description: 'ANAK INV26001234' }],
    ['Anak 26 001234', { description: 'ANAK 26 001234' }],
    ['IBG', { payer_name: 'IBG' }],
    ['Lim', { payer_name: 'LIM' }],
    ['/ - ~ *', { payer_name: '/ - ~ *' }],
    ['\u0301\u0302', { payer_name: '\u0301' }],
    ['Bin', { payer_name: 'BIN' }],
  ])('that is no person’s identifies nobody: %j in %j', (name, given) => {
    expect(judged(name, given)).toMatchObject({ certain: false, byName: false })
  })

  test.each(['payer', 'child', 'parent'] as const)(
    'that nobody has confirmed is no evidence: of a %s',
    (who) => {
      const given = { payer_name: who === 'child' ? null : 'ROZITA MAT NOOR', description: 'ROZITA MAT NOOR' }
      expect(judged('Rozita Mat Noor', given, { proven: false, who }).byName).toBe(false)
      expect(judged('Rozita Mat Noor', given, { who })).toMatchObject({ certain: false, byName: true })
    },
  )

  test('of another family as well is not unique, although nobody has confirmed it', () => {
    const given = { payer_name: 'LIM AH SENG', amount_sen: 13_370 }
    const alone = worldOf(families).judged(line(given))
    expect(alone.evidence).toContainEqual({ kind: 'name', text: 'LIM AH SENG' })
    const { family, evidence } = judged('Lim Ah Seng', given, { proven: false })
    expect(family).toBe(one.id)
    expect(evidence).toContainEqual({ kind: 'same_name', text: 'LIM AH SENG' })
  })

  test.each([
    ['has further words', 'CHONG WEI JIE ONG'],
    ['has another last word', 'CHONG WEI HAO'],
    ['is another’s', 'LIM AH SENG'],
  ])('is not the payer’s when the payer’s field %s', (_, payer_name) => {
    expect(judged('Chong Wei Jie', { payer_name }).byName).toBe(false)
    expect(judged('Chong Wei Jie', { payer_name, description: 'CHONG WEI JIE' }).byName).toBe(false)
  })

  test('that the bank has cut is a part of it', () => {
    const { family, certain, evidence } = worldOf(families).judged(
      line({ payer_name: 'NORAINI BT IBRAHIM LA', amount_sen: 13_371 }),
    )
    expect({ family, certain }).toEqual({ family: two.id, certain: false })
    expect(evidence.map(({ kind }) => kind)).toContain('part_of_name')
  })

  test('of a company that has paid before may have digits, but no number of a document', () => {
    const of = (name: string) => judged(name, { payer_name: name }, { who: 'paid_before' }).byName
    expect(of('KEDAI 99 JAYA SDN BHD')).toBe(true)
    expect(of('KEDAI 26001234 JAYA')).toBe(false)
  })
})

test.each([
  [1_000, 1_700, true],
  [1_000, 1_699, false],
  [1_000, 1_701, false],
  [null, 1_700, true],
  [1_000, null, true],
])(
  'a statement from %s to %s sen, with 900 in and 200 out, adds up: %s',
  (opening_sen, closing_sen, adds) => {
    const sums = { opening_sen, closing_sen, credit_sen: 900, debit_sen: 200 }
    expect(addsUp({ ...sums, broken_row: null })).toBe(adds)
    expect(addsUp({ ...sums, broken_row: 7 })).toBe(false)
  },
)
