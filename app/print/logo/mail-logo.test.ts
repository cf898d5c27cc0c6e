import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FileMissing } from '#app/integrations/files/key.ts'
import { pngWith } from '#tests/support/pictures/attacks.ts'
import { mailLogo } from './mail-logo.ts'

const files = (bytes: Buffer | Error) => ({
  get: async () => {
    if (bytes instanceof Error) throw bytes
    return bytes
  },
})

test('a drawing of the product becomes a small PNG, twice as fine as it is shown', async () => {
  const logo = await mailLogo('/demo/cahaya.svg', files(new FileMissing('x')))
  expect(logo).toMatchObject({ width: 48, height: 48 })
  expect(await sharp(logo!.bytes).metadata()).toMatchObject({ format: 'png', width: 96, height: 96 })
  expect(logo!.bytes.length).toBeLessThan(10_000)
})

test('a stored picture fits, whatever its shape', async () => {
  const wide = await sharp({ create: { width: 2_000, height: 100, channels: 3, background: '#123456' } })
    .webp()
    .toBuffer()
  expect(await mailLogo('ab/wide.webp', files(wide))).toMatchObject({ width: 160, height: 8 })
  expect(await mailLogo('ab/logo.png', files(await pngWith()))).toMatchObject({ width: 72, height: 48 })
})

test('a mail does not wait for one that is missing or cannot be read', async () => {
  const broken = await pngWith()
  broken.fill(0, broken.indexOf('IDAT') + 4, broken.indexOf('IDAT') + 20)
  expect(await mailLogo('ab/broken.png', files(broken))).toBeNull()
  expect(await mailLogo(null, files(broken))).toBeNull()
  expect(await mailLogo('ab/gone.png', files(new FileMissing('gone')))).toBeNull()
  expect(await mailLogo('ab/text.png', files(Buffer.from('no picture')))).toBeNull()
})
