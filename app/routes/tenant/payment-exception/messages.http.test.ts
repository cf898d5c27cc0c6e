import { beforeAll, describe, expect, test } from 'vitest'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { onDesk } from '#tests/support/catalogue/exceptions.ts'
import { openScene, type Scene, type Visit } from '#tests/support/catalogue/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})

describe.each([...locales])('in %s', (locale) => {
  test.each(Object.entries(onDesk) as [RefusalCode, Visit][])(
    '%s is said on its page',
    async (code, visit) => {
      const html = await (await visit(scene, locale)).text()
      const sentence = String(i18nOf(locale).t(`refusal.${code}`))
      expect(html).toContain(sentence.replaceAll('&', '&amp;').replaceAll("'", '&#x27;'))
    },
  )
})
