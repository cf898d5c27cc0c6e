import { expect, test } from 'vitest'
import { marks } from '#tests/support/access/world.ts'
import type { Answer, Judge } from '../answer.ts'
import { access } from './access.ts'
import { foreign } from './foreign.ts'
import { headers } from './headers.ts'
import { language, rawWordsOn, scripts } from './language.ts'
import { money } from './money.ts'

const safe = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; script-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=()',
  'cache-control': 'no-store',
  'x-request-id': 'abcdefghijkl',
}

/** What a trainer is answered who opens a page of an organisation: with nothing wrong, but for what is given. */
function answer(given: { outcome?: string; body?: string; headers?: Record<string, string> } = {}): Answer {
  return {
    one: {
      route: { id: 'tenant/page', side: 'tenant', access: 'signed-in', hasAction: false },
      person: { name: 'trainer', side: 'tenant' },
      way: 'opens',
      must: 'proceeds',
    },
    method: 'GET',
    address: '/page',
    status: 200,
    headers: new Headers({ ...safe, ...given.headers }),
    words: `<html lang="en-MY"><p>${given.body ?? 'All is well.'}</p></html>`,
    outcome: given.outcome ?? 'proceeds',
    locale: 'en',
  } as unknown as Answer
}

test.each(Object.entries({ access, foreign, money, headers, language, rawWordsOn, scripts }))(
  '%s has nothing to say of an answer that is as it must be',
  (_, judge: Judge) => {
    expect(judge(answer())).toBeUndefined()
  },
)

test.each([
  ['who got in and must not', access, answer({ outcome: 'refused' })],
  ['a word of the neighbour', foreign, answer({ body: `Hello ${marks.neighbour.toLowerCase()}` })],
  ['an amount', money, answer({ body: 'RM7,331.05' })],
  ['a field of money', money, answer({ body: '"total_sen",null' })],
  ['a header that is wrong', headers, answer({ headers: { 'cache-control': 'public' } })],
  [
    'a policy that lets scripts run',
    headers,
    answer({ headers: { 'content-security-policy': "script-src 'unsafe-inline'" } }),
  ],
  ['another language', language, { ...answer(), locale: 'my' }],
  ['a key in place of a sentence', rawWordsOn, answer({ body: 'flash.no_such_key' })],
  ['a script', scripts, answer({ body: '<script src="/x.js"></script>' })],
] as [string, Judge, Answer][])('%s is found', (_, judge, wrong) => {
  expect(judge(wrong)).toEqual(expect.any(String))
})
