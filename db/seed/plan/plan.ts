import type { Insertable } from 'kysely'
import type { Frequency } from '#app/domain/catalogue/subject-fees/period.ts'
import type { FeeRules } from '#app/domain/core/invoicing/payment-rules.ts'
import type { NewEntity } from '#db/provisioning/provision.ts'
import type { DB, JsonValue } from '#db/types.ts'
import type { Random } from './random.ts'

/** What makes one demo organisation differ from the other; everything else follows from it and from chance. */
export interface Plan {
  entity: NewEntity
  /** Digits; sealed before they are stored. */
  account_number: string
  /** The first is the main branch. */
  branches: readonly BranchPlan[]
  areas: readonly Area[]
  departments: readonly { code: string; name: string }[]
  programs: readonly ProgramPlan[]
  categories: readonly { code: string; name: string; min_age: number; max_age: number }[]
  modules: readonly { code: string; name: string; program: string; sequence: number }[]
  /** Fee types besides those that every organisation starts with, with their categories of the same code. */
  extra_fees: readonly { code: string; kind: string; category: string; name: string; taxable: boolean }[]
  /** Lines that it bills again and again, with the code of the fee type of each; an open price is written each time. */
  line_templates: readonly LineTemplatePlan[]
  /** What the organisation gives besides the discount of brothers and sisters. */
  discounts: readonly DiscountPlan[]
  /** Fee types of the start that are taxed here. */
  taxable: readonly string[]
  classes: readonly ClassPlan[]
  /** By code of a program, and by the line of classes. */
  pictures: { programs: Record<string, DrawnPicture>; lines: Record<string, DrawnPicture> }
  /** A class that is over; in all else it is like the one of this code. */
  closed_class: { code: string; name: string; like: string }
  settings: Record<string, JsonValue>
  fpx_fee: FeeRules
  /** Whether it takes CHIP, too. */
  chip: boolean
  families: { children: number; count: number }[]
  /** Families from abroad among them. */
  foreign_families: number
  /** School years from which a new pupil's is chosen. */
  years: { from: number; to: number }
  /** The branch of a school year, by its index; null where a pupil stays where they are. */
  branch_of_year: ((year: number) => number) | null
  /** The lines of classes that a pupil takes in a school year. */
  choose: (random: Random, year: number) => string[]
  registration_sen: number
  sibling_bp: number
  teachers: number
  words: { sibling: string; registration: string; material: string; uniform: string }
}

/** Drawn for the demo, in `papers/pictures`. */
export type DrawnPicture =
  | 'bus'
  | 'goal'
  | 'quran'
  | 'reading'
  | 'robot'
  | 'school'
  | 'science'
  | 'sums'
  | 'words'

export interface BranchPlan {
  code: string
  name: string
  phone: string
  address_line1: string
  address_line2: string
  city: string
  state: string
  postcode: string
}

export interface Area {
  place: string
  city: string
  state: string
  postcode: string
}

export type DiscountPlan = Pick<
  Insertable<DB['discount']>,
  | 'code'
  | 'name'
  | 'type'
  | 'method'
  | 'percent_bp'
  | 'amount_sen'
  | 'days_early'
  | 'needs_approval'
  | 'needs_document'
  | 'sponsor'
>

export interface LineTemplatePlan {
  code: string
  name: string
  description?: string
  status?: 'inactive'
  lines: readonly {
    text: string
    fee_type: string
    sen?: number
    quantity?: number
    discount?: [sen: number, why: string]
  }[]
}

export interface ProgramPlan {
  code: string
  name: string
  level: string
  department: string
  description: string
  /** For readers of Malay, of an organisation that writes English. */
  description_my?: string
}

/** A class that pupils of some school years can join. 1 to 6 are primary, 7 to 11 are Form 1 to Form 5. */
export interface ClassPlan {
  code: string
  name: string
  program: string
  category: string
  module: string | null
  branch: number
  years: readonly [number, number]
  /** Who takes it in one year goes on with the class of the same line in the next. */
  line: string
  /** Where and when it may be held. */
  week: WeekPlan
  /** Code of a class whose room and time it takes, too. */
  shares?: string
  capacity: number
  minutes: number
  sessions: number
  fees: readonly FeePlan[]
}

/** How often a week, and among which days, times and rooms; each class takes what is free. */
export interface WeekPlan {
  lessons: number
  /** 1 is Monday. */
  days: readonly number[]
  starts: readonly string[]
  rooms: readonly string[]
}

export interface FeePlan {
  fee_type: string
  frequency: Frequency
  amount_sen: number
  /** What it cost before January of the running year. */
  earlier_sen?: number
}

/** `Tahun 4`, `Tingkatan 2`. */
export function yearName(year: number): string {
  return year <= 6 ? `Tahun ${year}` : `Tingkatan ${year - 6}`
}
