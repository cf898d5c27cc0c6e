import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import type { StatementLine } from '#app/integrations/statements/statement.ts'

/** Families and what they owe, and a month of their bank's lines, drawn from a number: the same number, the same lines. */
export interface DrawnFamily {
  id: string
  code: string
  payer: string
  other: string
  children: string[]
  invoices: { id: string; number: string; balance_sen: number; issued_on: string; due_on: string }[]
}

export interface DrawnLine extends StatementLine {
  /** Whose money it is; null of what is no fee, or of two families at once. */
  truth: string | null
  kind: string
  /** The payer has written a family reference, rightly or with a slip. */
  usesReference: boolean
}

export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const men =
  'AHMAD,MOHD FAIZAL,MUHAMMAD HAFIZ,ZULKIFLI,ROSLAN,KAMARUL,AZMAN,SHAHRUL,HAFIZUDDIN,NORAZMI,KHAIRUL,FADZLI'.split(
    ',',
  )
const women =
  'SITI AMINAH,NUR AISYAH,NORAINI,FARIDAH,ROHANA,ZALEHA,SALMAH,NUR HIDAYAH,MASTURA,HASLINDA,NORLIZA'.split(
    ',',
  )
const fathers =
  'ABDULLAH,ISMAIL,HASSAN,OTHMAN,RAHMAN,IBRAHIM,YUSOF,JAAFAR,SULAIMAN,MANSOR,KASSIM,BAKAR,SAAD,HAMID'.split(
    ',',
  )
const thirds =
  'AZIZI,IDRIS,LATIF,MOKHTAR,NASIR,OSMAN,RAZAK,SALLEH,TALIB,WAHAB,YAACOB,ZAKARIA,DAUD,HARUN,JOHARI'.split(',')
const chinese = 'TAN,LIM,LEE,WONG,CHONG,NG,GOH,ONG,TEOH,KHOO'.split(',')
const given = 'MEI LING,WEI JIE,SIEW HONG,KAH FAI,YEE LIN,CHUN HOE,PEI SHAN,ZHI HAO,JIA HUI,BOON KEAT'.split(
  ',',
)
const indian = 'SUBRAMANIAM,KRISHNAN,MUNIANDY,RAJENDRAN,THINAGARAN,GOVINDASAMY,PERUMAL,SIVAKUMAR'.split(',')
const foreign =
  'JOHN ALEXANDER SMITH,MARIA DELA CRUZ SANTOS,PRIYANKA DEVI NAIR,NGUYEN VAN THANH,AISHA MOHAMMED AL RASHID,KENJI TANAKA,SYARIKAT MAJU JAYA SDN BHD,OLGA PETROVA IVANOVA,BUDI SANTOSO WIJAYA,TADIKA CERIA ENTERPRISE'.split(
    ',',
  )

export function drawFamilies(seed: number, count: number): DrawnFamily[] {
  const pick = random(seed)
  const of = (names: readonly string[]) => names[pick(names.length)]!
  const taken = new Set<string>()
  const codes = new Set<string>()
  const name = (first: readonly string[], son: string): string => {
    const drawn =
      pick(10) < 6
        ? `${of(first)} ${son} ${of(fathers)} ${of(thirds)}`
        : pick(2)
          ? `${of(chinese)} ${of(given)} ${of(chinese)}`
          : `${of(indian)} A/${son === 'BIN' ? 'L' : 'P'} ${of(indian)} ${of(thirds)}`
    // Most people have a name of their own; one in forty shares it with somebody.
    if (taken.has(drawn) && pick(40) > 0) return name(first, son)
    taken.add(drawn)
    return drawn
  }
  return Array.from({ length: count }, (_, index) => {
    let code = newFamilyCode(pick)
    while (codes.has(code)) code = newFamilyCode(pick)
    codes.add(code)
    const children = Array.from({ length: 1 + pick(3) }, () =>
      name(pick(2) ? men : women, pick(2) ? 'BIN' : 'BINTI'),
    )
    return {
      ...{ id: `family-${index}`, code, payer: name(men, 'BIN'), other: name(women, 'BINTI'), children },
      invoices: children.map((_child, nth) => ({
        id: `invoice-${index}-${nth}`,
        number: `INV-26-${String(index * 3 + nth + 1).padStart(6, '0')}`,
        balance_sen: [8_000, 12_000, 15_000, 18_000, 25_000][pick(5)]!,
        issued_on: '2026-10-25',
        due_on: '2026-11-07',
      })),
    }
  })
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** As somebody types it: with a character that is another, two swapped, one missing, one too many. */
function mistyped(code: string, pick: (below: number) => number): string {
  const place = pick(7)
  const other = alphabet[pick(alphabet.length)]!
  const slips = [
    code.slice(0, place) + (other === code[place] ? '0' : other) + code.slice(place + 1),
    code[place] === code[place + 1]
      ? `${code.slice(0, place)}0${code.slice(place + 1)}`
      : code.slice(0, place) + code[place + 1] + code[place] + code.slice(place + 2),
    code.slice(0, place) + code.slice(place + 1),
    code.slice(0, place) + other + code.slice(place),
  ]
  return slips[pick(4)]!
}

/** As it is written where there is room for it: alone, in small letters, apart, joined to other words. */
function written(code: string, pick: (below: number) => number): string {
  const ways = [
    code,
    code.toLowerCase(),
    `${code.slice(0, 4)} ${code.slice(4)}`,
    `${code.slice(0, 4)}-${code.slice(4)}`,
    `YURAN${code}`,
    `${code}NOV2026`,
    `yuran nov ${code.toLowerCase()} terima kasih`,
    `Fee/${code}/Aiman`,
    `${code.slice(0, 2)} ${code.slice(2, 5)} ${code.slice(5)}`,
  ]
  return ways[pick(ways.length)]!
}

const debits = [
  'TNB BILL PAYMENT',
  'GAJI NOV',
  'SEWA BANGUNAN',
  'IBG CHARGES',
  'CHEQUE 002231',
  'AIR SELANGOR',
]
const others = [
  'FD INTEREST',
  'DERMA SURAU',
  'REFUND SHOPEE',
  'SEWA KANTIN NOV',
  'PROFIT PAID',
  'CASH DEPOSIT',
]

/** One line a family, in an order of its own. About two thirds of what families pay carries their reference. */
export function drawStatement(seed: number, families: readonly DrawnFamily[], count: number): DrawnLine[] {
  const pick = random(seed ^ 0x5eed)
  const order = [...families]
  for (let index = order.length - 1; index > 0; index--) {
    const other = pick(index + 1)
    ;[order[index], order[other]] = [order[other]!, order[index]!]
  }
  let nextFamily = 0
  const family = () => order[nextFamily++ % order.length]!
  const day = () => `2026-11-${String(1 + pick(20)).padStart(2, '0')}`
  const total = ({ invoices }: DrawnFamily) => invoices.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const base = (number: number) => ({
    ...{ number, booked_on: day(), side: 'credit' as const, balance_sen: null, usesReference: false },
    ...{
      payer_name: null as string | null,
      reference: null as string | null,
      description: 'DUITNOW TRANSFER',
    },
  })
  return Array.from({ length: count }, (_, number): DrawnLine => {
    const line = base(number + 1)
    const roll = pick(100)
    const one = family()
    const amount = total(one)
    // A bank has room for so many letters of a name.
    const cut = (name: string) => (pick(3) ? name : name.slice(0, 20).trim())
    if (roll < 52) {
      const wrong = pick(6) === 0
      const stranger =
        pick(5) === 0
          ? foreign[pick(foreign.length)]!
          : pick(12) === 0
            ? order[pick(order.length)]!.payer
            : one.payer
      const text = written(one.code, pick)
      return {
        ...line,
        ...(pick(3) ? { reference: text } : { description: `IBG CREDIT ${text}` }),
        amount_sen: wrong ? [5_000, amount + 1, amount - 100, amount + 15_000, 333][pick(5)]! : amount,
        ...{
          payer_name: cut(stranger),
          truth: one.id,
          kind: wrong ? 'reference, another sum' : 'reference',
          usesReference: true,
        },
      }
    }
    if (roll < 58)
      return {
        ...line,
        ...{
          reference: written(mistyped(one.code, pick), pick),
          payer_name: cut(one.payer),
          amount_sen: amount,
        },
        ...{ truth: one.id, kind: 'mistyped reference', usesReference: true },
      }
    if (roll < 60) {
      const two = family()
      return {
        ...line,
        ...{ reference: `${one.code} & ${two.code}`, payer_name: one.payer, amount_sen: amount + total(two) },
        ...{ truth: null, kind: 'two families', usesReference: false },
      }
    }
    if (roll < 66)
      return {
        ...line,
        ...{
          reference: one.invoices[0]!.number.replace(/-/g, [' ', '', '/', '-'][pick(4)]!),
          payer_name: cut(one.other),
        },
        ...{ amount_sen: one.invoices[0]!.balance_sen, truth: one.id, kind: 'invoice number' },
      }
    if (roll < 68)
      return {
        ...line,
        // the number of somebody else's invoice, by a slip
        ...{
          reference: order[pick(order.length)]!.invoices[0]!.number,
          payer_name: one.payer,
          amount_sen: amount,
        },
        ...{ truth: one.id, kind: "another's invoice number" },
      }
    if (roll < 76)
      return {
        ...line,
        ...{
          payer_name: pick(2) ? one.payer : cut(one.other),
          amount_sen: amount,
          description: 'TRANSFER TO A/C',
        },
        ...{ truth: one.id, kind: 'name' },
      }
    if (roll < 80)
      return {
        ...line,
        ...{
          payer_name: foreign[pick(foreign.length)]!,
          amount_sen: amount,
          description: `YURAN ${one.children[0]}`,
        },
        ...{ truth: one.id, kind: "child's name" },
      }
    if (roll < 85)
      return {
        ...line,
        ...{
          payer_name: foreign[pick(foreign.length)]!,
          amount_sen: amount,
          truth: one.id,
          kind: 'foreign name',
        },
      }
    if (roll < 90)
      return {
        ...line,
        ...{ description: others[pick(others.length)]!, amount_sen: [12_000, 15_000, 4_321][pick(3)]! },
        ...{ truth: null, kind: 'no fee' },
      }
    return {
      ...line,
      ...{
        side: 'debit' as const,
        description: debits[pick(debits.length)]!,
        amount_sen: 1_000 + pick(900_000),
      },
      ...{ truth: null, kind: 'debit', payer_name: null },
    }
  })
}
