import { addDays, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { charged, round, sits } from './days.ts'
import { type Line, linesOf } from './lines.ts'
import { discountsOf } from './rules.ts'
import type { Child, Expected, World } from './world.ts'

/*
 * The calculation once more, slowly and in plain words: day by day, student by student, without SQL and without anything
 * of the plan. The two have to agree to the sen.
 */

export function oracle(asWritten: World): Expected[] {
  const world = { ...asWritten, seats: asWritten.seats.map(charged) }
  const lines = world.students.flatMap((child) => linesOf(world, child))
  const ranks = new Map(world.students.map((child) => [child.id, rankOf(world, child, lines)]))
  const answers = lines.map((line) => {
    const discounts = line.skip === null ? discountsOf(world, line, ranks.get(line.child.id)!) : []
    const discount = discounts.reduce((sum, [, sen]) => sum + sen, 0)
    const amount = line.gross - discount
    return { line, discounts, discount, amount, tax: round(amount * taxRate(world, line), 10_000) }
  })
  return answers.map(({ line, discounts, discount, amount, tax }) => {
    const { seat, fee, key, price, share } = line
    const together = answers.filter(
      (one) =>
        one.line.skip === null &&
        one.line.child === line.child &&
        (world.group_by === 'student' || one.line.seat.subject === seat.subject),
    )
    const nothing = together.length > 0 && together.every((one) => one.amount === 0)
    const skip = line.skip ?? (nothing && !world.issue_zero ? 'zero_total' : null)
    const name = {
      student: seat.student,
      subject: seat.subject,
      type: fee.type,
      apply_to: fee.apply_to,
      key,
      skip,
    }
    if (skip) return name
    return {
      ...name,
      fee: fee.id,
      price,
      discount,
      amount,
      tax,
      due_on: dueOn(world, line),
      share,
      rules: discounts,
    }
  })
}

/** The how-manieth child of its family. */
function rankOf(world: World, child: Child, lines: Line[]): number {
  const heads = (one: Child) =>
    one.parents
      .filter(({ pays }) => pays || world.family === 'any_parent')
      .map(({ id }) => world.joined.find(({ parent }) => parent === id)?.to ?? id)
  const isSeated = (one: Child) =>
    one.status === 'active' && world.seats.some((seat) => seat.student === one.id && sits(seat, world.month))
  const pays = (one: Child) =>
    world.child_order === 'oldest_first'
      ? 0
      : lines
          .filter((line) => line.child === one && (line.skip === null || line.skip === 'already_billed'))
          .reduce((sum, { gross }) => sum + gross, 0)
  const older = (one: Child) => {
    if (pays(one) !== pays(child)) return pays(one) > pays(child)
    if (one.registered_on !== child.registered_on) return one.registered_on < child.registered_on
    if (one.born_on !== child.born_on) return one.born_on < child.born_on
    return one.no < child.no
  }
  const others = world.students.filter(
    (one) =>
      one !== child && isSeated(one) && heads(one).some((head) => heads(child).includes(head)) && older(one),
  )
  return 1 + others.length
}

function taxRate(world: World, { child, fee }: Line): number {
  const { taxable } = world.types.find(({ id }) => id === fee.type)!
  const concerned = world.tax.scope === 'all' || child.nationality !== 'MY'
  return taxable && world.tax.registered && concerned ? world.tax.rate_bp : 0
}

function dueOn(world: World, { fee, first }: Line): string {
  const month = startOfMonth(first)
  const lastOfMonth = endOfMonth(month)
  const wanted = `${month.slice(0, 8)}${String(fee.due_day).padStart(2, '0')}`
  const day = wanted > lastOfMonth ? lastOfMonth : wanted
  return day < addDays(world.issued_on, 3) ? addDays(world.issued_on, 7) : day
}
