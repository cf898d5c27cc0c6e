import { expect, test } from 'vitest'
import { FileMissing } from '#app/integrations/files/key.ts'
import { carriers, hidden, pngWith, refusals } from '#tests/support/pictures/attacks.ts'
import { logoImage } from './logo.ts'

const png = await pngWith()
const files = (bytes: Buffer | Error) => ({
  get: async () => {
    if (bytes instanceof Error) throw bytes
    return bytes
  },
})

test('a stored picture becomes an address that holds it', async () => {
  expect(await logoImage('ab/logo.png', files(png))).toMatch(/^data:image\/png;base64,/)
})

test('what a stored picture carries beside its pixels is left out', async () => {
  const carrier = await carriers['a JPEG with comments and a preview']!()
  const image = await logoImage('ab/logo.jpg', files(carrier))
  expect(image).toMatch(/^data:image\/jpeg;base64,/)
  expect(Buffer.from(image!, 'base64').includes(hidden)).toBe(false)
})

test('a demo’s logo is read from the public files', async () => {
  expect(await logoImage('/demo/cahaya.svg', files(png))).toMatch(/^data:image\/svg\+xml;base64,/)
})

test.each([
  ['none', null, png],
  ['one that is missing', 'ab/gone.png', new FileMissing('gone')],
  ['one that is no picture', 'ab/logo.png', Buffer.from('<html><script>')],
  ['a drawing that somebody sent', 'ab/logo.svg', await refusals['a drawing in SVG']!()],
  [
    'one of more pixels than anybody needs',
    'ab/logo.jpg',
    await refusals['a JPEG of 65,000 pixels on a side']!(),
  ],
  ['one that is too large', 'ab/logo.png', Buffer.concat([png, Buffer.alloc(300_000)])],
  ['a way out of the public files', '/../package.json', png],
  ['a public file that is not there', '/demo/nobody.svg', png],
  ['an address of another server', '//evil.test/logo.png', png],
])('%s is left out', async (_, logo, bytes) => {
  expect(await logoImage(logo, files(bytes))).toBeNull()
})

test('one that is missing is told of, and no other', async () => {
  const gone: string[] = []
  await logoImage('ab/gone.png', files(new FileMissing('gone')), (logo) => gone.push(logo))
  await logoImage('ab/logo.png', files(png), (logo) => gone.push(logo))
  expect(gone).toEqual(['ab/gone.png'])
})

test('a storage that is down is not "no logo": the document waits', async () => {
  await expect(logoImage('ab/logo.png', files(new Error('disk')))).rejects.toThrow('disk')
})
