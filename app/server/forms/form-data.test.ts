import { expect, test } from 'vitest'
import { formOf } from './form-data.ts'
import '#tests/support/product/matchers.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://a.test/', { method: 'POST', body, headers })
const fields = (...names: string[]) => post(new URLSearchParams(names.map((name) => [name, 'x'])))

test('gives the fields of both kinds of form', async () => {
  expect((await formOf(post(new URLSearchParams({ name: 'Aminah' })))).get('name')).toBe('Aminah')
  const form = new FormData()
  form.set('name', 'Aminah')
  form.set('file', new File(['abc'], 'slip.pdf'))
  const given = await formOf(post(form))
  expect([given.get('name'), (given.get('file') as File).size]).toEqual(['Aminah', 3])
})

test.each([
  'code',
  'price_sen',
  'items[0].price',
  'items[49].discount_reason',
  'roles[]',
  'a.b.c',
  'period-key',
])('%s may be a field', async (name) => {
  expect((await formOf(fields(name))).has(name)).toBe(true)
})

test.each([
  'items[1000].price',
  'items[999999999]',
  'a[0][0][0][0]',
  `${'a[0]'.repeat(300)}`,
  'constructor[prototype][x]',
  'a[x]',
  '__proto__[x]',
  '',
  'a b',
  'a\u0000',
  'x'.repeat(101),
])('%j may not', async (name) => {
  await expect(formOf(fields(name))).toRefuse('input.invalid')
})

test('refuses what is no form, zero bytes, and more fields than a form of ours has', async () => {
  await expect(formOf(post('x', { 'content-type': 'text/plain' }))).toRefuse('input.invalid')
  await expect(formOf(post('{}', { 'content-type': 'application/json' }))).toRefuse('input.invalid')
  await expect(formOf(post('x', { 'content-type': 'multipart/form-data; boundary=x' }))).toRefuse(
    'input.invalid',
  )
  await expect(formOf(new Request('http://a.test/', { method: 'POST' }))).toRefuse('input.invalid')
  await expect(formOf(post(new URLSearchParams({ a: 'x\0y' })))).toRefuse('input.invalid')
  const file = new FormData()
  file.set('file', new File(['x'], 'a\0b.pdf'))
  await expect(formOf(post(file))).toRefuse('input.invalid')
  await expect(formOf(fields(...Array.from({ length: 2_001 }, () => 'a')))).toRefuse('input.invalid')
  expect([...(await formOf(fields(...Array.from({ length: 2_000 }, () => 'a'))))]).toHaveLength(2_000)
})

test('tests a name of 50 kB at once', async () => {
  const watch = stopwatch()
  for (const name of ['a'.repeat(50_000), 'a[0]'.repeat(12_500), `${'a.'.repeat(25_000)}!`])
    await expect(formOf(fields(name))).toRefuse('input.invalid')
  watch.within(200)
})

test.each([
  'not json',
  'null',
  '{}',
  '{"type":"insert"}',
  '{"type":"execute","payload":{}}',
  '{"type":"insert","payload":{"name":"items","index":999999999}}',
  '{"type":"insert","payload":{"name":"items[999999999]"}}',
])('an intent that no button of ours has is refused: %s', async (said) => {
  await expect(formOf(post(new URLSearchParams({ __intent__: said })))).rejects.toMatchObject({
    code: 'input.invalid',
  })
})

test('a forged state is refused', async () => {
  await expect(formOf(post(new URLSearchParams({ __state__: '{' })))).rejects.toMatchObject({
    code: 'input.invalid',
  })
})

test.each([
  '{"type":"insert","payload":{"name":"items","defaultValue":{"quantity":"1"}}}',
  '{"type":"remove","payload":{"name":"items","index":2}}',
  '{"type":"validate","payload":{}}',
])('the intent of a button is taken: %s', async (said) => {
  expect((await formOf(post(new URLSearchParams({ __intent__: said })))).get('__intent__')).toBe(said)
})

test('every field is given without the marks that were copied along, and passwords as they were typed', async () => {
  const sent = new URLSearchParams({ name: 'Ali\u200b \u202eabc', anything: '\ufeff1', password: 'a\u200bb' })
  const form = await formOf(post(sent))
  expect(Object.fromEntries(form)).toEqual({ name: 'Ali abc', anything: '1', password: 'a\u200bb' })
})
