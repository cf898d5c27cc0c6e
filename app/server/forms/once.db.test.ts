import { redirect } from '@remix-run/node'
import { beforeAll, expect, test } from 'vitest'
import type { RequestContext } from '#app/server/request/context.ts'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { answerOnce, submissionKey } from './once.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

test('a form with a key is done once, also when it comes twice at once, and leads where the first one led', async () => {
  let done = 0
  const send = (key: string | undefined) =>
    tenant.write(async (trx) => {
      const answer = await answerOnce(trx, key, async () => redirect(`/done/${++done}`))
      return answer.headers.get('location')
    })
  const key = newId()
  expect(await Promise.all([send(key), send(key), send(key)])).toEqual(['/done/1', '/done/1', '/done/1'])
  expect(await send(key)).toBe('/done/1')
  expect(await send(newId())).toBe('/done/2')
  expect([await send(undefined), await send(undefined)]).toEqual(['/done/3', '/done/4'])
})

test('a key is that of one person, one address and one form', () => {
  const keyOf = (id: string, path: string, key: string) =>
    submissionKey(
      { request: new Request(`http://a.test${path}`), context: { actor: { id } } as RequestContext },
      key,
    )
  const [one, other] = [newId(), newId()]
  const all = [
    keyOf('siti', '/category/new', one),
    keyOf('azman', '/category/new', one),
    keyOf('siti', '/department/new', one),
    keyOf('siti', '/category/new', other),
  ]
  expect(new Set(all).size).toBe(4)
  expect(keyOf('siti', '/category/new', one)).toBe(all[0])
  expect(keyOf('siti', '/category/new', 'no key')).toBeUndefined()
})
