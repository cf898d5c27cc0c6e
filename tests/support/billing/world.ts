/** An organisation and its families, as plain values: what the oracle reads and what a test writes down. Days are plain dates. */
export interface World {
  month: string
  issued_on: string
  catch_up: boolean
  start_month: number
  tax: { registered: boolean; rate_bp: number; scope: 'non_citizens' | 'all' }
  family: 'payer' | 'any_parent'
  child_order: 'oldest_first' | 'highest_fee_first'
  issue_zero: boolean
  group_by: 'student' | 'subject'
  categories: { id: string; discountable: boolean }[]
  types: { id: string; category: string; taxable: boolean }[]
  subjects: { id: string; status: string; per_month: number; weekdays: number[] }[]
  fees: Fee[]
  discounts: Rule[]
  students: Child[]
  parents: string[]
  /** Of these, whose income is known to be below the threshold of a subsidy, or above it. */
  poor: string[]
  rich: string[]
  joined: { parent: string; to: string }[]
  seats: Seat[]
  own: { seat: string; type: string; sen: number; reason: string }[]
  given: Given[]
  billed: Billed[]
}

export interface Fee {
  id: string
  subject: string
  type: string
  apply_to: string
  sen: number
  frequency: string
  months: number[] | null
  proration: string
  quantity: number
  due_day: number
  starts_on: string
  ends_on: string | null
  status: string
}

export interface Rule {
  id: string
  code: string
  type: string
  percent: number | null
  fixed: number | null
  tiers: (number | null)[]
  from_subjects: number | null
  most: number | null
  by_income: boolean
  valid_from: string | null
  valid_to: string | null
  stackable: boolean
  priority: number
  categories: string[]
  status: string
}

export interface Child {
  id: string
  no: string
  status: string
  nationality: string
  registered_on: string
  born_on: string
  parents: { id: string; pays: boolean }[]
}

export interface Seat {
  id: string
  student: string
  subject: string
  status: string
  starts_on: string
  ends_on: string | null
  pauses: { paused_from: string; paused_to: string | null }[]
  source: string
  bills_from: string | null
  bills_until: string | null
}

export interface Given {
  id: string
  student: string
  rule: string
  status: string
  starts_on: string
  ends_on: string | null
}

export interface Billed {
  student: string
  subject: string
  type: string
  apply_to: string
  key: string
  starts_on: string | null
  ends_on: string | null
}

/** What a line comes to; `skip` says why it is not billed, and then nothing else is said. */
export interface Expected {
  student: string
  subject: string
  type: string
  apply_to: string
  key: string
  skip: string | null
  fee?: string
  price?: number
  discount?: number
  amount?: number
  tax?: number
  due_on?: string
  share?: [counted: number, of: number] | null
  rules?: [code: string, sen: number][]
}
