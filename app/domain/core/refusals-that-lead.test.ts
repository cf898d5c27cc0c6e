import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sentencesOf } from '#app/i18n/i18n.ts'
import { packBlockers, undoPages, unpackBlockers } from './undo/undo-plan.ts'

const refused = globSync('{app,jobs}/**/*.{ts,tsx}', { exclude: ['app/i18n/**'] })
  .filter((path) => !/\.test\.tsx?$|test-support/.test(path))
  .flatMap((path) => refusalsIn(readFileSync(path, 'utf8')))

/** Each refusal that a program makes with a code that it writes, with what follows until the end of its statement. */
function refusalsIn(program: string): { code: string; leads: boolean }[] {
  return [...program.matchAll(/(?:new Refusal|meanwhile)\(\s*(?:trx, )?['`]([\w.${}]+)['`]/g)].map(
    ({ 1: code, index }) => {
      const rest = program.slice(index)
      return { code: code!, leads: rest.slice(0, endOf(rest)).includes('.blockedBy(') }
    },
  )
}

/** Where the calls that begin a text end: behind the brackets that no further call follows. */
function endOf(text: string): number {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    if ('({['.includes(text[index]!)) depth += 1
    if (')}]'.includes(text[index]!)) depth -= 1
    const isOver = depth < 0 || (depth === 0 && text[index] === ')' && !/^\)+\s*\./.test(text.slice(index)))
    if (isOver) return index + 1
  }
  return text.length
}

function flat(tree: object, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )
}
const sentences = flat((sentencesOf('en') as { refusal: object }).refusal).filter(
  ([key]) => !key.includes('{'),
)

/** That something else has to be done before, or instead. */
const sendsElsewhere =
  /(?<!the )\bfirst\b(?=[.,;:])|\binstead\b|one by one|can only be|can(?:no|’|')t be (?:cancelled|changed|removed|undone)|stays? (?:as|valid)|so they stay|is recorded already|waits for|there first|another credit note/

/** Refusals whose page itself shows what to do, or that nothing on another page removes. */
const alone: Readonly<Record<string, string>> = {
  'application.phone_of_colleague': 'an administrator changes it',
  'bank_line.taken_elsewhere': 'out of reach',
  'bank_statement.undo_over': 'the page lists its lines, each with its payment',
  confirm_required: 'the page asks for it',
  'credit.insufficient': 'announcements',
  'document.too_long': 'the filters are on the page',
  'domain.not_set': 'the field is on the page',
  'duplicate.student': 'the page shows whom it found',
  'einvoice.intermediary_auth': 'in the portal of LHDN',
  'file.too_many': 'the files are on the page',
  'generation.two_first': 'previews are made beside the setting',
  'import.not_ready': 'the rows are on the page',
  'import.undo_over': 'the page lists its rows',
  'line_template.nothing_chosen': 'the field is on the page',
  'operator.last_owner': 'the list is the page',
  'parent.account_taken': 'accounts of others are not shown',
  'parent.unconfirmed': 'its buttons are on the page',
  'parent.unreachable': 'the fields are on the page',
  'pay_sheet.outdated': 'its button is on the page',
  'payment.not_waiting': 'waits no more',
  'payment.part_oldest': 'the other invoices are on the page',
  'payment_option.gateway_stays': 'its button is on the page',
  'payment_option.last_active': 'the list is the page',
  'payment_option.method_stays': 'about another option',
  'payout.account_unverified': 'the page links the account',
  'register.phone_first': 'a step of the same form',
  'register.too_many_files': 'the files are on the page',
  'registration_form.too_many': 'the questions are on the page',
  'rollover.problems': 'the page lists them',
  'smtp.not_setup': 'the fields are on the page',
  'staff.last_superadmin': 'the list is the page',
  'subscription.change_waits': 'the page shows it',
  'subscription.renewal_open': 'the page shows it',
  'transfer_slip.taken_elsewhere': 'out of reach',
}

const leading = sentences.filter(([, sentence]) => sendsElsewhere.test(sentence)).map(([code]) => code)

const matching = (code: string) =>
  refused.filter((one) =>
    new RegExp(`^${one.code.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.]+')}$`).test(code),
  )

describe('a refusal that sends elsewhere leads there', () => {
  test.each(leading)('%s', (code) => {
    if (code in alone) return
    const made = matching(code)
    expect(made.length, 'who refuses it').toBeGreaterThan(0)
    expect(made.every(({ leads }) => leads)).toBe(true)
  })
})

test('no exception is left over', () => {
  expect(Object.keys(alone).filter((code) => !leading.includes(code))).toEqual([])
})

test('blockers come back as they were packed, at most five, and from nothing else', () => {
  const some = undoPages.map((to) => ({ to, id: '2026-01', name: 'Tadika Melati' }))
  expect(unpackBlockers(packBlockers(some))).toEqual(some.slice(0, 5))
  expect(unpackBlockers(packBlockers([{ to: 'month', id: '2026-01' }]))).toEqual([
    { to: 'month', id: '2026-01', name: undefined },
  ])
  for (const other of [undefined, 5, '', '{', '[["nowhere","1"]]', '[["invoice","//evil.example"]]'])
    expect(unpackBlockers(other)).toEqual([])
})
