import { expect, test } from 'vitest'
import { undoPages } from '#app/domain/core/undo/undo-plan.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'

test.each(locales)('every page to which a refusal leads has words for its link (%s)', (locale) => {
  const i18n = i18nOf(locale)
  expect(undoPages.filter((page) => !i18n.exists(`undo.go.${page}`))).toEqual([])
})
