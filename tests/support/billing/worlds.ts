import fc from 'fast-check'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import { amount, day, frequency, maybe, months, mostly } from './drawn.ts'
import type { Seat, World } from './world.ts'

/** Prices of one fee, one after the other, as the product lets them be. */
const prices = fc.record({
  type: fc.nat(3),
  apply_to: fc.constantFrom('all', 'all', 'all', 'new', 'foreign'),
  proration: fc.constantFrom('none', 'by_day', 'by_session'),
  months: maybe(fc.subarray([1, 2, 3, 4, 7, 9, 12], { minLength: 1 }), 4),
  quantity: fc.constantFrom(1, 1, 1, 2),
  due_day: fc.constantFrom(1, 7, 15, 28, 29, 31),
  first: fc.oneof(
    { weight: 3, arbitrary: day('2027-06-01', 120) },
    { weight: 1, arbitrary: day('2027-11-01', 200) },
  ),
  versions: fc.array(fc.record({ sen: amount, frequency, days: fc.integer({ min: 20, max: 400 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  is_open: fc.constantFrom(true, true, false),
  is_off: fc.integer({ min: 0, max: 9 }),
})

const subject = fc.record({
  status: mostly('active', 'closed', 'inactive'),
  per_month: fc.integer({ min: 1, max: 9 }),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { maxLength: 3 }),
  fees: fc.uniqueArray(prices, {
    maxLength: 3,
    minLength: 1,
    selector: (one) => `${one.type} ${one.apply_to}`,
  }),
})

const rule = fc.record({
  type: fc.constantFrom(
    'sibling',
    'sibling',
    'multi_subject',
    'early',
    'staff_child',
    'scholarship',
    'subsidy',
    'manual',
  ),
  percent: fc.constantFrom(1, 333, 1_000, 2_550, 5_000, 9_000, 10_000),
  fixed: maybe(amount, 2),
  tiers: fc.tuple(
    fc.integer({ min: 0, max: 6_000 }),
    maybe(fc.integer({ min: 0, max: 9_000 })),
    maybe(fc.integer({ min: 0, max: 10_000 })),
  ),
  from_subjects: fc.integer({ min: 2, max: 3 }),
  most: maybe(amount, 4),
  valid_from: maybe(day('2027-09-01', 250), 3),
  days: maybe(fc.nat(300), 2),
  stackable: fc.constantFrom(true, true, true, false),
  priority: fc.nat(3),
  categories: fc.subarray([0, 1]),
  is_off: fc.integer({ min: 0, max: 6 }),
  by_income: fc.boolean(),
})

const seat = fc.record({
  subject: fc.nat(4),
  status: mostly('active', 'paused', 'waitlisted'),
  starts_on: fc.oneof(
    { weight: 2, arbitrary: day('2027-06-01', 180) },
    { weight: 1, arbitrary: day('2027-12-01', 200) },
  ),
  stays: maybe(fc.integer({ min: -1, max: 200 }), 3),
  /** Each begins so many days after the first day or the last pause; an open one is the last. */
  pauses: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(fc.tuple(fc.nat(60), maybe(fc.nat(30), 8)), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.tuple(fc.tuple(fc.nat(200), maybe(fc.nat(60)))) },
  ),
  own: maybe(fc.tuple(fc.nat(3), fc.oneof(fc.constant(0), amount)), 4),
  charged: maybe(
    fc.record({ from: maybe(fc.constantFrom(0, 1, 2)), until: maybe(fc.constantFrom(0, 1)) }),
    4,
  ),
})

const child = fc.record({
  status: mostly('active', 'inactive', 'graduated', 'withdrawn'),
  nationality: fc.constantFrom('MY', 'MY', 'MY', 'ID'),
  registered_on: fc.oneof(fc.constant('2027-11-01'), day('2027-01-01', 300)),
  born_on: fc.oneof(fc.constant('2018-05-05'), day('2015-01-01', 2_000)),
  payer: fc.constantFrom(0, 0, 0, 1),
  other: fc.boolean(),
  has_payer: fc.integer({ min: 0, max: 11 }),
  seats: fc.array(seat, { minLength: 1, maxLength: 5 }),
  given: fc.array(
    fc.record({
      rule: fc.nat(6),
      status: fc.constantFrom('approved', 'approved', 'ended', 'requested', 'rejected'),
      starts_on: day('2027-09-01', 200),
      days: maybe(fc.nat(200)),
    }),
    { maxLength: 4 },
  ),
  billed: fc.array(fc.tuple(fc.nat(3), fc.nat(2)), { maxLength: 1 }),
})

const family = fc.record({
  children: fc.array(child, { minLength: 1, maxLength: 4 }),
  joins: fc.integer({ min: 0, max: 9 }),
  incomes: fc.array(fc.constantFrom('poor' as const, 'rich' as const, null), { minLength: 2, maxLength: 2 }),
})

/**
 * Organisations with so many families each, with all that the calculation knows, hard cases oftener than in life. Values
 * are drawn evenly: leaning to the small ones, as fast-check does, would close nearly every class and end every fee.
 */
export const worlds = (families: number): fc.Arbitrary<World> =>
  fc.noBias(
    fc
      .record({
        month: fc.constantFrom(...months),
        issued: fc.integer({ min: -8, max: 20 }),
        catch_up: fc.boolean(),
        scope: fc.constantFrom('non_citizens' as const, 'all' as const),
        rate_bp: fc.constantFrom(600, 800),
        family: fc.constantFrom('payer' as const, 'any_parent' as const),
        child_order: fc.constantFrom('oldest_first' as const, 'highest_fee_first' as const),
        issue_zero: fc.boolean(),
        group_by: fc.constantFrom('student' as const, 'subject' as const),
        subjects: fc.array(subject, { minLength: 5, maxLength: 5 }),
        rules: fc.array(rule, { minLength: 7, maxLength: 7 }),
        families: fc.array(family, { minLength: families, maxLength: families }),
      })
      .map((drawn) => worldOf(drawn as never)),
  )

interface Drawn
  extends Pick<World, 'month' | 'catch_up' | 'family' | 'child_order' | 'issue_zero' | 'group_by'> {
  issued: number
  scope: World['tax']['scope']
  rate_bp: number
  subjects: (typeof subject extends fc.Arbitrary<infer T> ? T : never)[]
  rules: (typeof rule extends fc.Arbitrary<infer T> ? T : never)[]
  families: (typeof family extends fc.Arbitrary<infer T> ? T : never)[]
}

function worldOf({ issued, scope, rate_bp, rules, families, subjects: classes, ...drawn }: Drawn): World {
  const categories = [true, false].map((discountable) => ({ id: newId(), discountable }))
  const types = [0, 1, 2, 3].map((n) => ({
    id: newId(),
    category: categories[n === 3 ? 1 : 0]!.id,
    taxable: n % 2 === 0,
  }))
  const subjects = classes.map(({ status, per_month, weekdays }) => ({
    id: newId(),
    status,
    per_month,
    weekdays,
  }))
  const discounts = rules.map((one, n) => {
    const isSibling = one.type === 'sibling'
    const isFixed = !isSibling && one.fixed !== null
    return {
      ...{ id: newId(), code: `D${n}`, type: one.type, percent: isSibling || isFixed ? null : one.percent },
      ...{ fixed: isFixed ? one.fixed : null, tiers: isSibling ? one.tiers : [null, null, null] },
      ...{ from_subjects: one.type === 'multi_subject' ? one.from_subjects : null, most: one.most },
      by_income: one.by_income && one.type === 'subsidy',
      ...{ valid_from: one.valid_from, stackable: one.stackable, priority: one.priority },
      valid_to: one.days === null ? null : addDays(one.valid_from ?? '2027-12-01', one.days),
      ...{
        categories: one.categories.map((index) => categories[index]!.id),
        status: one.is_off === 0 ? 'inactive' : 'active',
      },
    }
  })
  const world: World = {
    ...drawn,
    issued_on: addDays(drawn.month, issued),
    start_month: 1,
    tax: { registered: false, rate_bp, scope },
    ...{ categories, types, subjects, discounts },
    fees: classes.flatMap(({ fees }, index) =>
      fees.flatMap((fee) => versionsOf(fee, subjects[index]!.id, types)),
    ),
    ...{
      students: [],
      parents: [],
      poor: [],
      rich: [],
      joined: [],
      seats: [],
      own: [],
      given: [],
      billed: [],
    },
  }
  for (const one of families) addFamily(world, one)
  return world
}

function versionsOf(
  fee: Drawn['subjects'][number]['fees'][number],
  subject_id: string,
  types: World['types'],
): World['fees'] {
  let starts_on = fee.first
  return fee.versions.map(({ sen, frequency, days }, index) => {
    const isLast = index === fee.versions.length - 1
    const ends_on = isLast && fee.is_open ? null : addDays(starts_on, days)
    const one = {
      ...{
        id: newId(),
        subject: subject_id,
        type: types[fee.type]!.id,
        apply_to: fee.apply_to,
        sen,
        frequency,
      },
      months: frequency === 'monthly' ? fee.months : null,
      ...{ proration: fee.proration, quantity: fee.quantity, due_day: fee.due_day, starts_on, ends_on },
      status: fee.is_off === 0 ? 'inactive' : 'active',
    }
    if (ends_on) starts_on = addDays(ends_on, 1)
    return one
  })
}

function addFamily(world: World, { children, joins, incomes }: Drawn['families'][number]): void {
  const parents = [newId(), newId()]
  const earlier = world.parents.at(-1)
  world.parents.push(...parents)
  for (const [index, income] of incomes.entries()) if (income) world[income].push(parents[index]!)
  const head = earlier && (world.joined.find(({ parent }) => parent === earlier)?.to ?? earlier)
  if (joins === 0 && head) world.joined.push({ parent: parents[0]!, to: head })
  for (const drawn of children) {
    const id = newId()
    const payer = parents[drawn.payer]!
    const people = [
      { id: payer, pays: drawn.has_payer > 0 },
      ...(drawn.other ? [{ id: parents[1 - drawn.payer]!, pays: false }] : []),
    ]
    const { status, nationality, registered_on, born_on } = drawn
    const no = `S${String(world.students.length).padStart(6, '0')}`
    world.students.push({ id, no, status, nationality, registered_on, born_on, parents: people })
    for (const seat of drawn.seats) addSeat(world, id, seat)
    const rules = new Set<string>()
    for (const { rule: index, status: state, starts_on, days } of drawn.given) {
      const rule_id = world.discounts[index]!.id
      if (rules.has(rule_id)) continue
      rules.add(rule_id)
      const ends_on = days === null ? null : addDays(starts_on, days)
      world.given.push({ id: newId(), student: id, rule: rule_id, status: state, starts_on, ends_on })
    }
    for (const [subject_no, back] of drawn.billed) addBilled(world, id, subject_no, back)
  }
}

function addSeat(
  world: World,
  student: string,
  drawn: Drawn['families'][number]['children'][number]['seats'][number],
): void {
  const subject_id = world.subjects[drawn.subject]!.id
  const open = world.seats.some(
    (one) => one.student === student && one.subject === subject_id && one.status !== 'ended',
  )
  const ends_on = drawn.stays === null ? null : addDays(drawn.starts_on, drawn.stays)
  const status = open ? 'ended' : drawn.status
  const pauses: Seat['pauses'] = []
  if (drawn.status !== 'waitlisted')
    for (const [after, length] of drawn.pauses) {
      const last = pauses.at(-1)
      if (last && last.paused_to === null) break
      const paused_from = last ? addDays(last.paused_to!, 1 + after) : addDays(drawn.starts_on, after)
      pauses.push({ paused_from, paused_to: length === null ? null : addDays(paused_from, length) })
    }
  const id = newId()
  const { starts_on, charged } = drawn
  world.seats.push({
    ...{ id, student, subject: subject_id, status, starts_on, ends_on, pauses },
    source: charged ? 'rollover' : 'staff',
    bills_from: charged && charged.from !== null ? addMonths(startOfMonth(starts_on), charged.from) : null,
    bills_until:
      charged && charged.until !== null && ends_on
        ? addDays(addMonths(startOfMonth(ends_on), -charged.until), -1)
        : null,
  })
  if (drawn.own) {
    const [type, sen] = drawn.own
    world.own.push({ seat: id, type: world.types[type]!.id, sen, reason: 'Dipersetujui' })
  }
}

/** A fee of a class that was billed for a month around the one that is planned. */
function addBilled(world: World, student: string, subject_no: number, back: number): void {
  const fee = world.fees.find((one) => one.subject === world.subjects[subject_no]!.id)
  if (!fee) return
  const starts_on = addDays(world.month, -31 * back)
    .slice(0, 8)
    .concat('01')
  const name = { student, subject: fee.subject, type: fee.type, apply_to: fee.apply_to }
  if (fee.frequency === 'one_off') world.billed.push({ ...name, key: 'once', starts_on: null, ends_on: null })
  else world.billed.push({ ...name, key: starts_on.slice(0, 7), starts_on, ends_on: addDays(starts_on, 27) })
}
