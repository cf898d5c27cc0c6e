import { addDays } from '#app/domain/core/dates.ts'
import type { ClassPlan } from './plan/plan.ts'
import type { Team } from './staff.ts'
import { add, at, type Stage } from './stage.ts'
import { addTimetable, type TaughtClass } from './timetable.ts'

/** A class with the ids of its rows. */
export interface OfferedClass extends ClassPlan {
  id: string
  subject_fees: OfferedFee[]
}

export interface OfferedFee {
  id: string
  fee_type: string
  frequency: ClassPlan['fees'][number]['frequency']
  amount_sen: number
  due_day: number
  starts_on: string
  ends_on: string | null
  /** Of a month that had begun only the days that are left are paid. */
  by_day: boolean
}

/** Before the months of the demo, so that everything in them was there already. */
const since = '2023-01-01'

/** Departments by code. */
export function addDepartments(stage: Stage): Map<string, string> {
  const { plan, random, branch_ids } = stage
  const created_at = at(stage, since, 9)
  return new Map(
    plan.departments.map(({ code, name }) => {
      const id = random.id(created_at)
      add(stage, 'department', { id, code, name, branch_id: branch_ids[0]!, created_at })
      return [code, id]
    }),
  )
}

/** Fee categories and types that this organisation has besides those of the start. */
export function addFees(stage: Stage): void {
  const { plan, random, fee_types } = stage
  const created_at = at(stage, since, 9)
  for (const { code, kind, category, name, taxable } of plan.extra_fees) {
    const fee_category_id = random.id(created_at)
    const id = random.id(created_at)
    add(stage, 'fee_category', { id: fee_category_id, code, name: category, kind, created_at })
    add(stage, 'fee_type', { id, code, name, fee_category_id, taxable, created_at })
    fee_types[code] = { id, name, taxable }
  }
}

/** Lines that are billed again and again, under a name. */
export function addLineTemplates(stage: Stage): void {
  const { plan, random, fee_types } = stage
  const created_at = at(stage, since, 9)
  for (const { lines, ...template } of plan.line_templates) {
    const id = random.id(created_at)
    add(stage, 'line_template', { description: null, status: 'active', ...template, id, created_at })
    for (const [index, { text, fee_type, sen = null, quantity = 1, discount }] of lines.entries())
      add(stage, 'line_template_item', {
        ...{ line_template_id: id, position: index + 1, description: text },
        ...{ fee_type_id: fee_types[fee_type]!.id, quantity_hundredths: quantity * 100, price_sen: sen },
        ...{ discount_sen: discount?.[0] ?? null, discount_reason: discount?.[1] ?? null },
      })
  }
}

const noValue = { percent_bp: null, amount_sen: null, days_early: null, sponsor: null }
const noTiers = { second_child_bp: null, third_child_bp: null, fourth_child_bp: null }
const freely = { needs_approval: false, needs_document: false }

/** What lowers the fees: of brothers and sisters, as the bills of the demo have it, and the organisation's others. */
export function addDiscounts(stage: Stage): void {
  const { plan, random } = stage
  const created_at = at(stage, since, 9)
  const siblings = {
    ...{ code: 'ADIK-BERADIK', name: 'Adik-beradik', type: 'sibling', method: 'percent' },
    ...{
      second_child_bp: plan.sibling_bp,
      third_child_bp: plan.sibling_bp,
      fourth_child_bp: plan.sibling_bp,
    },
  }
  for (const [index, rule] of [siblings, ...plan.discounts].entries())
    add(stage, 'discount', {
      ...{ id: random.id(created_at), created_at, priority: index + 1 },
      ...{ ...noValue, ...noTiers, ...freely, ...rule },
    })
}

/** Programs, categories, modules and classes with who teaches them and what they cost. */
export function addCatalogue(stage: Stage, departments: Map<string, string>, team: Team): OfferedClass[] {
  const { plan, random } = stage
  const created_at = at(stage, since, 9)
  const ids = new Map<string, string>()
  const idOf = (kind: string, code: string) => {
    const id = random.id(created_at)
    ids.set(`${kind} ${code}`, id)
    return id
  }
  for (const [index, { code, name, level, department, ...said }] of plan.programs.entries()) {
    const department_id = departments.get(department)!
    const id = idOf('program', code)
    add(stage, 'program', {
      id,
      code,
      name,
      level,
      department_id,
      ...{ description: said.description, description_my: said.description_my ?? null },
      sort_order: index + 1,
      created_at,
    })
  }
  for (const category of plan.categories)
    add(stage, 'category', { id: idOf('category', category.code), ...category, kind: 'level', created_at })
  for (const { code, name, program, sequence } of plan.modules) {
    const program_id = ids.get(`program ${program}`)!
    add(stage, 'module', { id: idOf('module', code), code, name, program_id, sequence, created_at })
  }
  const taught: TaughtClass[] = []
  const classes = plan.classes.map((offer, index) => {
    const id = random.id(created_at)
    add(stage, 'subject', {
      id,
      code: offer.code,
      name: offer.name,
      program_id: ids.get(`program ${offer.program}`)!,
      module_id: offer.module && ids.get(`module ${offer.module}`)!,
      category_id: ids.get(`category ${offer.category}`)!,
      branch_id: stage.branch_ids[offer.branch]!,
      capacity: offer.capacity,
      session_minutes: offer.minutes,
      sessions_per_month: offer.sessions,
      ...{ min_age: null, max_age: null, starts_on: since, ends_on: null, registration_open: true },
      ...{ waitlist: false, status: 'active', closed_on: null, created_at },
    })
    taught.push({ ...offer, id, user_ids: addTeachers(stage, team, { ...offer, id }, index) })
    return { ...offer, id, subject_fees: addSubjectFees(stage, offer, id) }
  })
  addTimetable(stage, taught)
  return classes
}

/**
 * The first three classes of the first line are trainer@'s, and the assistant helps in two of them; the others share
 * the rest. Returns who they are.
 */
function addTeachers(
  stage: Stage,
  { trainers, assistant }: Team,
  offer: ClassPlan & { id: string },
  index: number,
): string[] {
  const [first, ...others] = trainers
  const { classes } = stage.plan
  const own = classes.filter(({ line, branch }) => line === classes[0]!.line && branch === 0).slice(0, 3)
  const rank = own.findIndex(({ code }) => code === offer.code)
  const user_id = rank >= 0 ? first! : others[index % others.length]!
  add(stage, 'subject_trainer', { subject_id: offer.id, user_id, duty: 'main' })
  if (rank !== 0 && rank !== 1) return [user_id]
  add(stage, 'subject_trainer', { subject_id: offer.id, user_id: assistant, duty: 'assistant' })
  return [user_id, assistant]
}

/** A new price from January is a second row; old invoices keep the first. */
function addSubjectFees(stage: Stage, offer: ClassPlan, subject_id: string): OfferedFee[] {
  const { random, fee_types, today } = stage
  const january = `${today.slice(0, 4)}-01-01`
  const versions = offer.fees.flatMap(({ earlier_sen, ...fee }) =>
    earlier_sen === undefined || earlier_sen === fee.amount_sen
      ? [{ ...fee, starts_on: since, ends_on: null }]
      : [
          { ...fee, amount_sen: earlier_sen, starts_on: since, ends_on: addDays(january, -1) },
          { ...fee, starts_on: january, ends_on: null },
        ],
  )
  let earlier: { id: string; fee_type: string } | undefined
  return versions.map((fee) => {
    const created_at = at(stage, fee.starts_on, 9)
    const id = random.id(created_at)
    const { fee_type, frequency, amount_sen, starts_on, ends_on } = fee
    const due_day = 7
    const by_day = fee_type === 'TUITION' && frequency === 'monthly'
    const replaces_id = earlier?.fee_type === fee_type ? earlier.id : null
    earlier = { id, fee_type }
    add(stage, 'subject_fee', {
      id,
      replaces_id,
      subject_id,
      fee_type_id: fee_types[fee_type]!.id,
      amount_sen,
      frequency,
      due_day,
      proration: by_day ? 'by_day' : 'none',
      starts_on,
      ends_on,
      created_at,
    })
    return { id, due_day, by_day, ...fee }
  })
}
