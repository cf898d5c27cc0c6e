import { describe, expect, test } from 'vitest'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { tenantLabels } from '#app/domain/core/labels/tenant-labels.ts'
import { i18nOf } from './i18n.ts'

describe('the words of an organisation', () => {
  const labels = (value: unknown): TenantLabels => tenantLabels(3, value)
  const own = labels({
    my: { student: { one: 'pelajar tahfiz' }, trainer: { one: 'Ustaz/Ustazah', other: 'para asatizah' } },
  })

  test('reach every sentence of their language; a plural that is missing is the singular', () => {
    const { t } = i18nOf('my', own)
    expect(t('dashboard.students')).toBe('Pelajar tahfiz')
    expect(t('common.role.trainer')).toBe('Ustaz/Ustazah')
    expect(t('invoice.search_hint')).toBe('Nombor, pelajar tahfiz atau pembayar')
    expect(t('dashboard.count_invoices', { count: 3 })).toBe('3 invois')
  })

  test('stay out of other languages and of other organisations', () => {
    expect(i18nOf('en', own).t('dashboard.students')).toBe('Students')
    const both = labels({ ...own.byLocale, en: { trainer: { one: 'Coach' } } })
    expect(i18nOf('en', both).t('dashboard.students')).toBe('Students')
    expect(i18nOf('en', both).t('common.role.trainer')).toBe('Coach')
    expect(i18nOf('my').t('dashboard.students')).toBe('Pelajar')
    expect(i18nOf('my', labels({ my: { student: { one: 'murid' } } })).t('dashboard.students')).toBe('Murid')
    expect(i18nOf('my', own).t('dashboard.students')).toBe('Pelajar tahfiz')
  })

  test('cost nothing where there are none, and are made ready once', () => {
    expect(i18nOf('en', own)).toBe(i18nOf('en'))
    expect(i18nOf('my', labels({}))).toBe(i18nOf('my'))
    expect(i18nOf('my', own)).toBe(i18nOf('my', labels(own.byLocale)))
  })

  test('are forgotten when too many other organisations spoke since', () => {
    const first = i18nOf('my', own)
    for (let n = 0; n < 101; n++) i18nOf('my', labels({ my: { class: { one: `kelas ${n}a` } } }))
    expect(i18nOf('my', own)).not.toBe(first)
    expect(i18nOf('my', own).t('dashboard.students')).toBe('Pelajar tahfiz')
  })

  test('that a row should not hold are left out', () => {
    const row = JSON.parse(
      '{"my":{"student":{"one":"{{organisation}}"},"__proto__":{"one":"x"},"constructor":{"one":"x"},"trainer":{"one":"Ustaz"}}}',
    )
    expect(labels(row).byLocale).toEqual({ my: { trainer: { one: 'Ustaz' } } })
    expect(({} as Record<string, unknown>).one).toBeUndefined()
  })

  test('call for no other sentence and no value, and neither does what people typed', () => {
    const { t } = i18nOf('en')
    expect(t('flash.category_saved', { name: '$t(common.yes)' })).toBe('Category $t(common.yes) was saved.')
    expect(t('flash.category_saved', { name: '{{constructor}}' })).toBe('Category {{constructor}} was saved.')
  })
})
