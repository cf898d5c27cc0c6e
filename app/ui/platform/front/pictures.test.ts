import { globSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { officePictures, phonePictures, pictured, pictureOf, sizes } from './pictures.ts'

/** Kilobytes of a picture at most: visitors pay for what they load. */
const heaviest = { wide: 68, narrow: 36, phone: 40 }

const all = pictured.flatMap((locale) => [
  ...officePictures.flatMap((name) =>
    (['wide', 'narrow'] as const).map((size) => ({ size, file: pictureOf(name, locale, size) })),
  ),
  ...phonePictures.map((name) => ({ size: 'phone' as const, file: pictureOf(name, locale, 'phone') })),
])

test.each(all)('$file is as large as the page says, and light', async ({ size, file }) => {
  const bytes = readFileSync(`public${file}`)
  const { width, height, format } = await sharp(bytes).metadata()
  expect([width, height, format]).toEqual([...sizes[size], 'webp'])
  expect(bytes.length).toBeLessThanOrEqual(heaviest[size] * 1_000)
})

test('a phone loads at most 200 kB of them', () => {
  for (const locale of pictured) {
    const seen = all.filter(({ size, file }) => size !== 'wide' && file.includes(`-${locale}-`))
    const sum = seen.reduce((bytes, { file }) => bytes + readFileSync(`public${file}`).length, 0)
    expect(sum).toBeLessThanOrEqual(200_000)
  }
})

test('there is no picture that the page does not show', () => {
  const files = globSync('public/front/*').map(
    (file) => `/${file.replaceAll('\\', '/').replace(/^public./, '')}`,
  )
  expect(files.toSorted()).toEqual(all.map(({ file }) => file).toSorted())
})

test('a reader of another language is shown the pictures of the first', () => {
  expect(pictureOf('home', 'ta', 'wide')).toBe('/front/home-en-wide.webp')
})
