import QRCode from 'qrcode'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { duitNowIn } from './qr-picture.ts'
import { duitNowText } from './test-support.ts'

const drawn = (text: string, width = 400) => QRCode.toBuffer(text, { width, errorCorrectionLevel: 'M' })

test('the QR in a picture is read as it was issued, also from a poster and turned by a phone', async () => {
  const text = duitNowText()
  const code = await drawn(text)
  expect((await duitNowIn(code)).text).toBe(text)
  const poster = await sharp({ create: { width: 1_600, height: 2_200, channels: 3, background: '#e6007e' } })
    .composite([{ input: code, left: 600, top: 900 }])
    .jpeg({ quality: 80 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect((await duitNowIn(poster)).text).toBe(text)
})

test.each([
  [
    'a picture without one',
    sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
    'unreadable',
  ],
  ['one of something else', drawn('https://example.test'), 'not_payment'],
  ['one whose checksum is wrong', drawn(`${duitNowText().slice(0, -4)}0000`), 'checksum'],
])('%s is refused by name', async (_, picture, fault) => {
  await expect(duitNowIn(await picture)).rejects.toMatchObject({ name: 'QrUnusable', fault })
})

test('what is no picture never reaches a decoder', async () => {
  await expect(duitNowIn(Buffer.from('<svg onload="x()"/>'))).rejects.toMatchObject({
    name: 'PictureUnusable',
  })
})
