import { describe, expect, test } from 'vitest'
import {
  type AttemptState,
  attemptStates,
  isLate,
  isLive,
} from '#app/domain/core/invoicing/attempt-states.ts'
import { CODE_CLASSES } from '#app/integrations/fpx/codes.ts'
import { type MessageClass, outcomeOf, outcomes, steps } from './attempt.ts'

/**
 * The table once more, as the reference gives it and not as the code is built: a row per state, a column per message.
 * `state!effect` moves, a bare effect leaves the state.
 */
const columns =
  'paid pending awaiting_approval failed cancelled timed_out config_error review mismatch unknown duplicate refund'
const table = `
created           paid!post pending!wait   awaiting_approval!wait   failed!release cancelled!release timed_out!release failed!release needs_review!review needs_review!review keep keep keep
redirected        paid!post pending!wait   awaiting_approval!wait   failed!release cancelled!release timed_out!release failed!release needs_review!review needs_review!review keep keep keep
pending           paid!post keep           keep                     failed!release cancelled!release timed_out!release failed!release needs_review!review needs_review!review keep keep keep
awaiting_approval paid!post keep           keep                     failed!release cancelled!release timed_out!release failed!release needs_review!review needs_review!review keep keep keep
paid              repeat    keep           keep                     alert          alert             alert             alert          alert               alert               keep keep reverse
failed            paid!post pending!reopen awaiting_approval!reopen keep           keep              keep              keep           needs_review!review needs_review!review keep keep keep
cancelled         paid!post pending!reopen awaiting_approval!reopen keep           keep              keep              keep           needs_review!review needs_review!review keep keep keep
timed_out         paid!post pending!reopen awaiting_approval!reopen keep           keep              keep              keep           needs_review!review needs_review!review keep keep keep
expired           paid!post pending!reopen awaiting_approval!reopen keep           keep              keep              keep           needs_review!review needs_review!review keep keep keep
needs_review      paid!post keep           keep                     keep           keep              keep              keep           keep                keep                keep keep keep
`

const classes = columns.split(' ') as MessageClass[]
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/) as [AttemptState, ...string[]])

test('the table has every state and every message', () => {
  expect(rows.map(([state]) => state)).toEqual(attemptStates)
  expect([...classes].sort()).toEqual([...CODE_CLASSES, 'mismatch'].sort())
  for (const state of attemptStates) expect(Object.keys(steps[state]).sort()).toEqual([...classes].sort())
})

describe.each(rows)('%s', (state, ...cells) => {
  test.each(classes.map((message, index) => [message, cells[index]!] as const))(
    '%s → %s',
    (message, cell) => {
      const [left, right] = cell.split('!')
      const expected = right ? { to: left, effect: right } : { to: null, effect: left }
      expect(steps[state][message]).toEqual(expected)
    },
  )
})

test('no message leaves `paid`, and only the class `paid` leads to it', () => {
  for (const message of classes) {
    expect(steps.paid[message].to).toBeNull()
    for (const state of attemptStates)
      expect(steps[state][message].to === 'paid').toBe(message === 'paid' && state !== 'paid')
  }
})

test('only a live state has a lock', () => {
  for (const state of attemptStates) {
    for (const message of classes) {
      const step = steps[state][message]
      if (step.effect === 'wait' || step.effect === 'reopen') expect(isLive(step.to!)).toBe(true)
      if (step.effect === 'release') expect(isLive(step.to!)).toBe(false)
    }
  }
})

test('every state has one of six outcomes for the payer', () => {
  expect(new Set(attemptStates.map(outcomeOf))).toEqual(new Set(outcomes))
  expect(attemptStates.filter((state) => outcomeOf(state) === 'waiting_bank')).toEqual([
    'created',
    'redirected',
    'pending',
  ])
})

test('money is late when the attempt had ended', () => {
  expect(attemptStates.filter(isLate)).toEqual(['failed', 'cancelled', 'timed_out', 'expired'])
})
