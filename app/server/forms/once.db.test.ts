import { redirect } from '@remix-run/node'
import { beforeAll, expect, test } from 'vitest'
import type { RequestContext } from '#app/server/request/context.ts'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { answerOnce, submissionOf } from './once.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

test('a form with a key is done once, also when it comes twice at once, and leads where the first one led', async () => {
  let done = 0
  const send = (key: string | undefined) =>
    tenant.write(async (trx) => {
      const submission = key === undefined ? undefined : { key, digest: Buffer.from('the same') }
      const answer = await answerOnce(trx, submission, async () => redirect(`/done/${++done}`))
      return answer.headers.get('location')
    })
  const key = newId()
  expect(await Promise.all([send(key), send(key), send(key)])).toEqual(['/done/1', '/done/1', '/done/1'])
  expect(await send(key)).toBe('/done/1')
  expect(await send(newId())).toBe('/done/2')
  expect([await send(undefined), await send(undefined)]).toEqual(['/done/3', '/done/4'])
})

test('the same form with other content is refused, with where the first one led, and does nothing', async () => {
  let done = 0
  const send = (amount: string, key: string) =>
    tenant.write(async (trx) => {
      const submission = await submissionOf(posted('siti', '/invoice/pay', { form_key: key, amount }))
      return answerOnce(trx, submission, async () => redirect(`/payment/${++done}`))
    })
  const key = newId()
  await send('120.00', key)
  const again = send('10.00', key)
  await expect(again).rejects.toMatchObject({ code: 'form.already_sent', values: { href: '/payment/1' } })
  expect((await send('120.00', key)).headers.get('location')).toBe('/payment/1')
  expect(done).toBe(1)
  expect((await send('10.00', newId())).headers.get('location')).toBe('/payment/2')
})

test('a key is that of one person, one address and one form', async () => {
  const keyOf = async (id: string, path: string, form_key: string) =>
    (await submissionOf(posted(id, path, { form_key })))?.key
  const [one, other] = [newId(), newId()]
  const all = [
    await keyOf('siti', '/category/new', one),
    await keyOf('azman', '/category/new', one),
    await keyOf('siti', '/department/new', one),
    await keyOf('siti', '/category/new', other),
  ]
  expect(new Set(all).size).toBe(4)
  expect(await keyOf('siti', '/category/new', one)).toBe(all[0])
  expect(await keyOf('siti', '/category/new', 'no key')).toBeUndefined()
})

test('a file counts by its name and what is in it', async () => {
  const digestOf = async (file: File) =>
    (await submissionOf(
      posted('siti', '/import/new', { form_key: '0198f000-0000-7000-8000-000000000001', file }),
    ))!.digest
  const [first, same, other] = [new File(['a'], 'a.csv'), new File(['a'], 'a.csv'), new File(['b'], 'a.csv')]
  expect((await digestOf(first)).equals(await digestOf(same))).toBe(true)
  expect((await digestOf(first)).equals(await digestOf(other))).toBe(false)
})

function posted(id: string, path: string, fields: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const request = new Request(`http://a.test${path}`, { method: 'POST', body })
  return { request, context: { actor: { id } } as RequestContext }
}
