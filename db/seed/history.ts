import { addDays } from '#app/domain/core/dates.ts'
import type { Bill } from './billing.ts'
import type { Pay } from './paying.ts'
import type { Team } from './staff.ts'
import { add, at, type Stage } from './stage.ts'

export interface Event {
  at: Date
  /** Null for the product itself. */
  by: { id: string; name: string } | null
  action: string
  object: { type: string; id: string }
  before?: Record<string, string | number>
  after: Record<string, string | number | null>
}

/** The audit rows of the last weeks' money, of everything that was ever taken back, and of what else was `told`. */
export function addAudit(
  stage: Stage,
  team: Team,
  { bills, pays, told }: { bills: readonly Bill[]; pays: readonly Pay[]; told: readonly Event[] },
): void {
  const recent = addDays(stage.today, -21)
  const people = new Map(team.office.map(({ user_id: id, name }) => [id, { id, name }]))
  const by = (id: string | null) => (id ? (people.get(id) ?? null) : null)
  const events = [
    ...bills.flatMap((bill) => billEvents(bill, recent, by)),
    ...pays.flatMap((pay) => payEvents(pay, recent, by)),
    ...told,
  ]
  events.sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const event of events) {
    add(stage, 'audit_log', {
      id: stage.random.id(event.at),
      at: event.at,
      actor_type: event.by ? 'user' : 'system',
      actor_id: event.by?.id ?? null,
      actor_name: event.by?.name ?? 'Lunas',
      action: event.action,
      object_type: event.object.type,
      object_id: event.object.id,
      before: event.before ?? null,
      after: event.after,
      ip: event.by ? '198.51.100.24' : null,
    })
  }
}

type By = (id: string | null) => Event['by']

function billEvents(bill: Bill, recent: string, by: By): Event[] {
  const { id, number, issued_on, sums, cancelled } = bill
  const object = { type: 'invoice', id }
  const events: Event[] = []
  if (issued_on && (issued_on >= recent || cancelled)) {
    const after = { status: 'unpaid', number, issued_on, total_sen: sums.total_sen }
    events.push({
      at: bill.created_at,
      by: by(bill.created_by),
      action: 'invoice.issued',
      object,
      before: { status: 'draft' },
      after,
    })
  }
  if (cancelled) {
    const after = { status: 'cancelled', reason: cancelled.reason }
    events.push({
      at: cancelled.at,
      by: by(cancelled.by),
      action: 'invoice.cancelled',
      object,
      before: { status: 'unpaid' },
      after,
    })
  }
  return events
}

function payEvents(pay: Pay, recent: string, by: By): Event[] {
  const { id, number, method, cancelled, parts, credit_sen, payer_fee_sen } = pay
  const object = { type: 'payment', id }
  const events: Event[] = []
  if (pay.on >= recent || cancelled || credit_sen > 0) {
    const amount_sen = parts.reduce((sum, part) => sum + part.amount_sen, credit_sen + payer_fee_sen)
    const after = { number, method, amount_sen, payer_fee_sen, credit_sen }
    events.push({ at: pay.at, by: by(pay.received_by), action: 'payment.received', object, after })
  }
  if (cancelled) {
    const after = { status: 'cancelled', reason: cancelled.reason }
    events.push({
      at: cancelled.at,
      by: by(cancelled.by),
      action: 'payment.cancelled',
      object,
      before: { status: 'paid' },
      after,
    })
  }
  return events
}

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
]

/** Who signed in on the mornings of the last two weeks; now and then somebody mistypes the password first. */
export function addSignIns(stage: Stage): void {
  const { random, today, rows } = stage
  const accounts = rows.user_account!
  for (let days = 14; days >= 1; days--) {
    const on = addDays(today, -days)
    const weekend = [0, 6].includes(new Date(`${on}T00:00:00Z`).getUTCDay())
    for (const account of accounts) {
      const parent = account.roles.includes('parent')
      if (!random.chance(parent ? 0.04 : weekend ? 0.1 : 0.75)) continue
      const when = at(stage, on, parent ? random.int(180, 225) / 10 : random.int(75, 95) / 10)
      if (random.chance(0.05))
        signIn(stage, account.id, new Date(when.getTime() - 40_000), 'auth.invalid_credentials')
      signIn(stage, account.id, when, 'signed_in')
      account.last_login_at = when
    }
  }
}

function signIn(stage: Stage, user_id: string, when: Date, result: string) {
  add(stage, 'login_log', {
    id: stage.random.id(when),
    at: when,
    user_id,
    method: 'email',
    result,
    ip: `203.0.113.${stage.random.int(1, 254)}`,
    user_agent: stage.random.pick(browsers),
  })
}
