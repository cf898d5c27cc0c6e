import { endOfMonth } from '#app/domain/core/dates.ts'
import { daysFrom, never, round, sits } from './days.ts'
import type { Line } from './lines.ts'
import type { Child, Rule, World } from './world.ts'

function classesOf(world: World, child: Child): number {
  const days = daysFrom(world.month, endOfMonth(world.month))
  const subjects = world.seats
    .filter((seat) => seat.student === child.id && days.some((day) => sits(seat, day)))
    .map(({ subject }) => subject)
    .filter((id) => world.subjects.find((subject) => subject.id === id)!.status === 'active')
  return new Set(subjects).size
}

/** The rules that lower a line, each with what it takes, in order. */
export function discountsOf(world: World, line: Line, rank: number): [code: string, sen: number][] {
  const category = world.categories.find(
    ({ id }) => id === world.types.find((type) => type.id === line.fee.type)!.category,
  )!
  const met = world.discounts
    .filter(({ status, type }) => status === 'active' && type !== 'early')
    .filter(({ valid_from }) => valid_from === null || valid_from <= line.charged_from)
    .filter(({ valid_to }) => valid_to === null || valid_to >= line.charged_from)
    .filter(({ categories }) =>
      categories.length > 0 ? categories.includes(category.id) : category.discountable,
    )
    .flatMap((rule) => {
      if (rule.type === 'sibling') {
        if (rank < 2) return []
        const [second, third, fourth] = rule.tiers
        const bp = rank === 2 ? second : rank === 3 ? (third ?? second) : (fourth ?? third ?? second)
        return [{ rule, bp: bp ?? 0 }]
      }
      if (rule.type === 'multi_subject')
        return classesOf(world, line.child) >= rule.from_subjects! ? [{ rule, bp: rule.percent }] : []
      const has = world.given.some(
        (one) =>
          one.student === line.child.id &&
          one.rule === rule.id &&
          ['approved', 'ended'].includes(one.status) &&
          one.starts_on <= line.charged_from &&
          (one.ends_on ?? (one.status === 'ended' ? '0001-01-01' : never)) >= line.charged_from,
      )
      const needs = line.child.parents.some(({ id, pays }) => pays && world.poor.includes(id))
      return has || (rule.by_income && needs) ? [{ rule, bp: rule.percent }] : []
    })
    .sort((a, b) => a.rule.priority - b.rule.priority || (a.rule.code < b.rule.code ? -1 : 1))
  const options = [
    met.filter(({ rule }) => rule.stackable),
    ...met.filter(({ rule }) => !rule.stackable).map((one) => [one]),
  ].map((rules) => applied(line.gross, rules))
  const sum = (given: [string, number][]) => given.reduce((total, [, sen]) => total + sen, 0)
  let best = options[0]!
  for (const option of options) if (sum(option) > sum(best)) best = option
  return best.filter(([, sen]) => sen > 0)
}

function applied(gross: number, rules: { rule: Rule; bp: number | null }[]): [string, number][] {
  const percentages = rules.filter(({ bp }) => bp !== null)
  const whole = percentages.some(({ rule }) => ['staff_child', 'scholarship', 'subsidy'].includes(rule.type))
  const cap = whole ? 10_000 : 5_000
  const taken = new Map<Rule, number>()
  let bpSoFar = 0
  for (const { rule, bp } of percentages) {
    const before = round(gross * Math.min(bpSoFar, cap), 10_000)
    bpSoFar += bp!
    const sen = round(gross * Math.min(bpSoFar, cap), 10_000) - before
    taken.set(rule, Math.min(sen, rule.most ?? sen))
  }
  let left = gross - [...taken.values()].reduce((sum, sen) => sum + sen, 0)
  for (const { rule, bp } of rules) {
    if (bp !== null) continue
    const sen = Math.min(rule.fixed!, rule.most ?? rule.fixed!, left)
    taken.set(rule, sen)
    left -= sen
  }
  return rules.map(({ rule }) => [rule.code, taken.get(rule) ?? 0])
}
