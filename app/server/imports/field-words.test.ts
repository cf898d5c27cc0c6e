import { expect, test } from 'vitest'
import { importKinds } from '#app/domain/enrolment/imports/import.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import { guess } from '#app/domain/enrolment/imports/stage.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import { locales } from '#app/i18n/locales.ts'
import { bareWordsOf, fixedT, wordOf, wordsOf } from './field-words.ts'

const context = { labels: undefined }

test.each(importKinds.flatMap((kind) => locales.map((locale) => [kind, locale] as const)))(
  'the headings of the template for %s in %s are each its field, and no two are alike',
  (kind, locale) => {
    const { fields } = kindOf(kind)
    const headings = fields.map((field) => wordOf(field, fixedT(context, locale)))
    expect(new Set(headings).size).toBe(fields.length)
    const { columns } = guess(fields, wordsOf(context), headings)
    expect(columns).toEqual(Object.fromEntries(fields.map(({ key }, index) => [key, index])))
  },
)

test.each(importKinds.flatMap((kind) => locales.map((locale) => [kind, locale] as const)))(
  'what only one field of %s is called in %s needs no word of whose it is, whatever stands around it',
  (kind, locale) => {
    const { fields } = kindOf(kind)
    const t = fixedT(context, locale)
    const alone = fields.filter(
      ({ label }) =>
        fields.filter((other) => t(other.label).toLowerCase() === t(label).toLowerCase()).length === 1,
    )
    const headings = alone.map(({ label }) => t(label).replace('number', 'No.'))
    const { columns } = guess(fields, wordsOf(context), headings, bareWordsOf(context))
    expect(columns).toEqual(Object.fromEntries(alone.map(({ key }, index) => [key, index])))
  },
)

test.each(locales)('the headings of our own list of students in %s are understood', (locale) => {
  const t = fixedT(context, locale)
  const { fields } = kindOf('students')
  const headings = studentList.columns.map(({ label }) => t(label))
  const { columns } = guess(fields, wordsOf(context), headings, bareWordsOf(context))
  const found = Object.fromEntries(
    Object.entries(columns).map(([key, at]) => [key, studentList.columns[at]!.key]),
  )
  expect(found).toMatchObject({
    ...{ name: 'name', student_no: 'student_no', born_on: 'born_on', gender: 'gender', branch_id: 'branch' },
    ...{ parent_1_name: 'parent', parent_1_phone: 'parent_phone' },
  })
})
