import { expect, test } from 'vitest'
import { labelKeys } from '#app/domain/core/labels/label.ts'
import { resourceNouns } from '#app/domain/core/resources.ts'
import { saidOfNoun, withEveryNoun } from './every-noun.ts'
import { i18nOf } from './i18n.ts'
import { locales } from './locales.ts'
import { resources } from './resources.ts'

const every = {
  '{noun}': { plural: '[Nouns]', empty: 'No [nouns] yet', edit: 'Edit [noun]' },
  flash: { '{noun}_created': '[Noun] {{name}} was created.' },
  refusal: { duplicate: { '{noun}_code': '[A noun] has this code, and [a noun] has one code' } },
}

test('a noun that organisations may rename is named in brackets', () => {
  expect(saidOfNoun('category', {}, every)).toEqual({
    category: { plural: '[Categories]', empty: 'No [categories] yet', edit: 'Edit [category]' },
    flash: { category_created: '[Category] {{name}} was created.' },
    refusal: { duplicate: { category_code: '[A category] has this code, and [a category] has one code' } },
  })
})

test('another brings its words, which may name one that they may rename, or none', () => {
  const own = { fee_type: { noun: { one: '[fee] type', other: '[fee] types' } } }
  expect(saidOfNoun('fee_type', own, every)).toEqual({
    fee_type: { plural: '[Fee] types', empty: 'No [fee] types yet', edit: 'Edit [fee] type' },
    flash: { fee_type_created: '[Fee] type {{name}} was created.' },
    refusal: { duplicate: { fee_type_code: '[A fee] type has this code, and [a fee] type has one code' } },
  })
  const vowel = { exam_room: { noun: { one: 'exam room', other: 'exam rooms' } } }
  expect(saidOfNoun('exam_room', vowel, every)).toMatchObject({
    refusal: { duplicate: { exam_room_code: 'An exam room has this code, and an exam room has one code' } },
  })
  const plain = { holiday: { noun: { one: 'holiday', other: 'holidays' } } }
  expect(saidOfNoun('holiday', plain, every)).toMatchObject({
    holiday: { plural: 'Holidays' },
    refusal: { duplicate: { holiday_code: 'A holiday has this code, and a holiday has one code' } },
  })
})

test('what a noun’s own files say goes before, and nothing else of them is touched', () => {
  const own = { category: { empty: 'Nothing', kind: 'Kind' }, flash: { signed_out: 'Bye' } }
  const said = withEveryNoun(own, every)
  expect(said.category).toEqual({
    plural: '[Categories]',
    empty: 'Nothing',
    edit: 'Edit [category]',
    kind: 'Kind',
  })
  expect(said.flash).toMatchObject({ signed_out: 'Bye', branch_created: '[Branch] {{name}} was created.' })
})

test('every kept noun has its words in each language', () => {
  for (const locale of locales) {
    const { t } = i18nOf(locale)
    for (const noun of resourceNouns) {
      const words = (resources[locale]![noun] as Record<string, unknown>).noun
      if (!labelKeys.some((key) => key === noun)) expect(words, `${locale} ${noun}`).toBeDefined()
      expect(t(`flash.${noun}_removed`, { name: 'X' })).toContain('X')
      expect(t(`audit.objects.${noun}`)).not.toContain('[')
    }
  }
  expect(i18nOf('en').t('refusal.duplicate.branch_code')).toBe(
    'A branch with the same code already exists. Please choose another code.',
  )
  expect(i18nOf('my').t('flash.branch_created', { name: 'Ipoh' })).toBe('Cawangan Ipoh telah diwujudkan.')
})
