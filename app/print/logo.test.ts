import { expect, test } from 'vitest'
import { FileMissing } from '#app/integrations/files/key.ts'
import { logoImage } from './logo.server.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')
const files = (bytes: Buffer | Error) => ({
  get: async () => {
    if (bytes instanceof Error) throw bytes
    return bytes
  },
})

test('a stored picture becomes an address that holds it', async () => {
  expect(await logoImage('ab/logo.png', files(png))).toBe(`data:image/png;base64,${png.toString('base64')}`)
})

test('a demo’s logo is read from the public files', async () => {
  expect(await logoImage('/demo/cahaya.svg', files(png))).toMatch(/^data:image\/svg\+xml;base64,/)
})

test.each([
  ['none', null, png],
  ['one that is missing', 'ab/gone.png', new FileMissing('gone')],
  ['one that is no picture', 'ab/logo.png', Buffer.from('<html><script>')],
  ['one that is too large', 'ab/logo.png', Buffer.concat([png, Buffer.alloc(300_000)])],
  ['a way out of the public files', '/../package.json', png],
  ['a public file that is not there', '/demo/nobody.svg', png],
  ['an address of another server', '//evil.test/logo.png', png],
])('%s is left out', async (_, logo, bytes) => {
  expect(await logoImage(logo, files(bytes))).toBeNull()
})

test('a storage that is down is not "no logo": the document waits', async () => {
  await expect(logoImage('ab/logo.png', files(new Error('disk')))).rejects.toThrow('disk')
})
