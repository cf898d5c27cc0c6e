import { afterAll, describe, expect, test } from 'vitest'
import { families } from '#app/print/families.ts'
import { fontsOf, replacementsIn, textOf } from '#tests/support/jobs/pdf.ts'
import { createPdf } from './pdf.ts'

const pdf = createPdf({ pages: 1 })
afterAll(() => pdf.close())

const family = families.map((name) => `'${name}'`).join()
const page = (body: string) =>
  `<!doctype html><html lang="en"><style>body{font-family:${family},sans-serif}</style><body>${body}`
const fontsFor = async (body: string) => fontsOf(await pdf.render(page(body)))

describe('a document is set in the fonts of the product:', () => {
  test.each([
    ['Malay and figures', '<p>Jumlah: RM1,234.50 – “telah dibayar” · ½</p>', ['NotoSans-Regular']],
    ['bold and half bold', '<p style="font-weight:700">RM1</p><b>2</b>', ['NotoSans-SemiBold']],
    ['names of Europe and Vietnam', 'Łukasz Nguyễn', ['NotoSans-Regular']],
    [
      'Chinese, both ways of writing (their file calls them so)',
      '陈伟 陳偉，',
      ['NotoSansSCThin-Regular', 'NotoSans-Regular'],
    ],
    ['Tamil, in bold', '<b>முருகன்</b>', ['NotoSansTamil-SemiBold']],
  ])('%s', async (_, body, fonts) => {
    expect(await fontsFor(body)).toEqual(fonts.toSorted())
  })
})

test('what is read out of it is what was written, letters that melt together included', async () => {
  const words = 'Sofia Affif 陈伟 陳美玲 தமிழ் முத்துலட்சுமி க்ஷ'
  // A file has no spaces but gaps, which readers guess at: some guess one too many in Tamil.
  const letters = (text: string) => text.replace(/\s/g, '')
  expect(letters((await textOf(await pdf.render(page(words)))).text)).toBe(letters(words))
})

test('vowels that are drawn before their consonant say in which order they are read', async () => {
  const drawn = await pdf.render(page('<p>கோபால்'))
  expect(await replacementsIn(drawn)).toContain('கோ')
})

test('a document is printed alike whatever was printed on the page before', async () => {
  const body = '“陈” — Ñ தமிழ்'
  const first = await fontsFor(body)
  for (const other of ['“，。”【】', 'ஸ்ரீ', 'ǅ']) await pdf.render(page(other))
  expect(await fontsFor(body)).toEqual(first)
})

test('a short document stays small', async () => {
  expect((await pdf.render(page('<h1>Resit</h1><p>RM1,234.50 陈伟 தமிழ்</p>'))).length).toBeLessThan(60_000)
})

describe('names in the scripts of families here need no font of the machine:', () => {
  test.each([
    ['Jawi', 'نور العين بنت ڤوان ݢاني', ['NotoSansArabic-Regular']],
    ['Thai', 'สมชาย ใจดี', ['NotoSansThai-Regular']],
    ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', ['NotoSansGurmukhi-Regular']],
    ['Bengali', 'রহিম উদ্দিন', ['NotoSansBengali-Regular']],
    ['Telugu', 'రాము శర్మ', ['NotoSansTelugu-Regular']],
    ['Malayalam', 'രാമൻ നായർ', ['NotoSansMalayalam-Regular']],
    ['Kannada', 'ರಾಮ ನಾಯಕ', ['NotoSansKannada-Regular']],
    ['Gujarati', 'રમેશ પટેલ', ['NotoSansGujarati-Regular']],
    ['Sinhala', 'නිමල් පෙරේරා', ['NotoSansSinhala-Regular']],
    ['Burmese', 'မောင်မောင် ခင်', ['NotoSansMyanmar-Regular']],
    ['Khmer', 'សុខ ស្រី', ['NotoSansKhmer-Regular']],
    ['Lao', 'ສົມຊາຍ', ['NotoSansLao-Regular']],
    ['Korean', '김민준', ['NotoSansKRThin-Regular']],
    ['emoji, joined ones too', '👨‍👩‍👧🌸❤️', ['NotoEmoji-Regular']],
    ['rare Chinese', '𠮷𨋢', ['NotoSansJPThin-Regular', 'NotoSansTCThin-Regular']],
  ])('%s', async (_, body, fonts) => {
    const found = (await fontsFor(body)).filter((name) => name !== 'NotoSans-Regular')
    expect(found).toEqual(fonts)
  })
})
