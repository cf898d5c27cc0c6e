import { expect, test } from 'vitest'
import { hasMoreFields } from './count-fields.ts'

const most = 20
const isRefused = async (body: URLSearchParams | FormData) => {
  const request = new Request('http://a.test/', { method: 'POST', body })
  return hasMoreFields(await request.bytes(), request.headers.get('content-type'), most)
}

test.each([URLSearchParams, FormData])(
  'counts the fields of a form before they are parsed: %o',
  async (Kind) => {
    const form = new Kind()
    for (let count = 0; count < most; count++) form.append('a', 'x & y')
    expect(await isRefused(form)).toBe(false)
    form.append('a', '')
    expect(await isRefused(form)).toBe(true)
  },
)

test('knows the boundary in each way in which it may be written', () => {
  const bytes = Buffer.from(`${'--it s\r\n\r\n'.repeat(most + 2)}`)
  for (const type of [
    'multipart/form-data; boundary="it s"',
    'Multipart/Form-Data; charset=utf-8; BOUNDARY=it',
  ])
    expect(hasMoreFields(bytes, type, most)).toBe(true)
})

test('leaves alone what is no form', () => {
  const bytes = Buffer.from('&'.repeat(100))
  for (const type of [
    null,
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=&&x',
  ])
    expect(hasMoreFields(bytes, type, most)).toBe(false)
})
