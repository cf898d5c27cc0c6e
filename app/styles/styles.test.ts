import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { contrast } from '#app/domain/core/colour.ts'
import { stylesheet } from '#tests/support/pages/stylesheet.ts'

describe.each([
  // Staff pages share one cached file; public pages carry theirs inside, where each byte is paid on a first visit.
  ['lunas', 5_888],
  ['public', 2_560],
  ['paper', 3_072],
] as const)('%s.css', (name, budget) => {
  test(`weighs at most ${budget} bytes compressed`, async () => {
    expect(gzipSync(await stylesheet(name), { level: 9 }).length).toBeLessThanOrEqual(budget)
  })

  test('fetches nothing', async () => {
    expect(await stylesheet(name)).not.toMatch(/url\(|@import|@font-face/)
  })
})

test('no font is asked for that a Linux without a desktop picks by its weight alone', async () => {
  for (const name of ['lunas', 'public'] as const) expect(await stylesheet(name)).not.toMatch(/system-ui/)
})

test('nothing on a screen is smaller than 14 px, but for what is only heard', async () => {
  const sizes = [...(await stylesheet('lunas')).matchAll(/font-size:\s*\.?(\d*\.?\d+)rem/g)]
  for (const [declaration] of sizes) {
    const rem = Number.parseFloat(declaration.replace(/font-size:\s*/, ''))
    expect(rem, declaration).toBeGreaterThanOrEqual(0.875)
  }
})

describe.each(['tokens.css', 'dark.css'])('colours of %s', (name) => {
  const dark = name === 'dark.css'
  const colours = { ...tokens('tokens.css'), ...(dark ? tokens('dark.css') : {}) }

  test.each(['ink', 'quiet', 'brand', 'good', 'wait', 'bad'])('%s can be read', (token) => {
    expect(contrast(colours[token]!, colours.paper!)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours[token]!, colours.wash!)).toBeGreaterThanOrEqual(4.5)
  })

  test('the edge of a field can be seen', () => {
    expect(contrast(colours.edge!, colours.paper!)).toBeGreaterThanOrEqual(3)
  })
})

/** The colours that a file defines, as `#rrggbb` by name. */
function tokens(name: string): Record<string, string> {
  const sheet = readFileSync(new URL(name, import.meta.url), 'utf8')
  return Object.fromEntries(
    [...sheet.matchAll(/--(\w+): (?:var\(\S+, )?#(\w+)\)?;/g)].map(([, token, value]) => [
      token!,
      `#${value!.length === 3 ? value!.replace(/./g, '$&$&') : value}`,
    ]),
  )
}
