import { describe, expect, test } from 'vitest'
import { formSamples } from '#tests/support/gallery/forms.tsx'
import { words } from '#tests/support/gallery/frame.tsx'
import { messageSamples } from '#tests/support/gallery/messages.tsx'
import { officeSamples } from '#tests/support/gallery/office.tsx'
import { paperSamples } from '#tests/support/gallery/paper.tsx'
import { publicSamples } from '#tests/support/gallery/public.tsx'
import { staffSamples } from '#tests/support/gallery/staff.tsx'
import { markup } from '#tests/support/markup.tsx'

const samples = [
  ...staffSamples,
  ...officeSamples,
  ...formSamples,
  ...publicSamples,
  ...messageSamples,
  ...paperSamples,
]

/** What must be true of any page that app/ui draws, seen on every page of the gallery. */
describe.each(samples)('$name', ({ content }) => {
  test('needs no script and no style of its own', async () => {
    const html = await markup(content, { words: { sample: words } })
    expect(html).not.toMatch(/<script|\son[a-z]+=|\sstyle=|javascript:/i)
  })

  test('has one first heading, one main part, and no id twice', async () => {
    const html = await markup(content, { words: { sample: words } })
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html.match(/<main[ >]/g)).toHaveLength(1)
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('names every control', async () => {
    const html = await markup(content, { words: { sample: words } })
    const labelled = new Set([...html.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id))
    for (const [tag] of html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)) {
      const id = /\sid="([^"]+)"/.exec(tag)?.[1]
      if (!tag.includes('type="hidden"') && !tag.includes('aria-label=')) expect(labelled, tag).toContain(id)
    }
  })

  test.each(['en', 'my'] as const)('has all its words in %s', async (locale) => {
    const html = await markup(content, { locale, words: { sample: words } })
    const text = html.replace(/<[^>]*>/g, ' ')
    expect(text).not.toMatch(/\b(?:common|refusal|sample)\.[a-z]/)
    expect(text).not.toContain('{{')
  })
})
