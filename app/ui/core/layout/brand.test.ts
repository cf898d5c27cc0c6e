import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from '#app/domain/core/colour.ts'
import { brandStyle } from './brand.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** The colours of a rule, light and dark. */
function brands(style: string) {
  return [...style.matchAll(/--tenant(?:-dark)?:(#\w{6})/g)].map(([, value]) => value!)
}

test('contrast agrees with WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

describe('a tenant colour', () => {
  test('whatever it is, can be read as text and under text, light and dark', () => {
    fc.assert(
      fc.property(colour, (value) => {
        const [light, dark] = brands(brandStyle(value))
        for (const ground of ['#ffffff', '#f6f5f1']) {
          expect(contrast(light!, ground)).toBeGreaterThanOrEqual(4.5)
        }
        for (const ground of ['#17181a', '#212327']) {
          expect(contrast(dark!, ground)).toBeGreaterThanOrEqual(4.5)
        }
      }),
    )
  })

  test('is left alone where it can be read already', () => {
    expect(brands(brandStyle('#7A1F2B'))[0]).toBe('#7a1f2b')
  })

  test('keeps its hue: yellow turns to a dark yellow, not to grey or black', () => {
    const [red, green, blue] = [1, 3, 5].map((at) =>
      Number.parseInt(brands(brandStyle('#ffdd00'))[0]!.slice(at, at + 2), 16),
    )
    expect(red).toBeGreaterThan(100)
    expect(green).toBeGreaterThan(80)
    expect(blue).toBeLessThan(40)
  })

  test.each([null, '', 'red', '#fff', '#12345g', '#123456;}body{display:none'])(
    '%s gives no rules',
    (value) => expect(brandStyle(value)).toBe(''),
  )
})

test('the grounds are those of the stylesheets', () => {
  const sheet = ['tokens.css', 'dark.css']
    .map((name) => readFileSync(new URL(`../../../styles/${name}`, import.meta.url), 'utf8'))
    .join()
  const grounds = [...sheet.matchAll(/--(?:paper|wash): (#\w+)/g)].map(([, value]) => value)
  expect(grounds).toEqual(['#fff', '#f6f5f1', '#17181a', '#212327'])
})
