import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { type LabelGroup, type LabelKey, labelGroups } from '#app/domain/core/labels/label.ts'
import type { LabelField } from '#app/domain/core/labels/label-form.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { control, type FieldOf, textOf } from '#app/ui/core/form/control.ts'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { Remarks } from '#app/ui/core/form/Field.tsx'
import { CurrentValues } from '#app/ui/core/page/CurrentValues.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { bothForms, type NounRow } from './noun.ts'

interface LabelFormProps {
  form: FormOf
  fields: Record<LabelField, FieldOf> & { version: FieldMetadata<number> }
  nouns: readonly NounRow[]
  /** Language of the words. */
  locale: Locale
  version: number
  action: string
}

/** Two boxes for each noun, in groups; what is left empty is said in the product's words. */
export function LabelForm({ form, fields, nouns, locale, version, action }: LabelFormProps) {
  const { t } = useTranslation()
  const rows = new Map(nouns.map((noun) => [noun.key, noun]))
  const conflict = form.errors?.includes('version_conflict') === true
  const named = (key: LabelKey, form: 'one' | 'other') =>
    t(`setting.labels.field.${form}`, { noun: rows.get(key)!.ours.one })
  return (
    <Section title={t('setting.labels.form')}>
      <form method="post" id={form.id} action={action} className="words" noValidate>
        <ErrorSummary
          form={form}
          noun="setting.labels"
          nameOf={(field) => {
            const [, key, number] = /^([a-z]+)_(one|other)$/.exec(field) ?? []
            return key && named(key as LabelKey, number as 'one')
          }}
        />
        <input type="hidden" name="locale" value={locale} />
        <CurrentValues
          shown={conflict}
          items={nouns.flatMap(({ ours, own }) => (own ? [{ label: ours.one, value: bothForms(own) }] : []))}
          field={fields.version}
          version={version}
        />
        <p className="hint">{t('setting.labels.hint')}</p>
        <p className="hint">{t('setting.labels.legal')}</p>
        {(Object.keys(labelGroups) as LabelGroup[]).map((group) => (
          <section key={group} className="group">
            <h3>{t(`setting.labels.group.${group}`)}</h3>
            <Table
              caption={t(`setting.labels.group.${group}`)}
              columns={[
                { key: 'key', label: 'setting.labels.noun' },
                { key: 'one', label: 'setting.labels.one' },
                { key: 'other', label: 'setting.labels.other' },
              ]}
              rows={labelGroups[group].map((key) => ({ key, one: key, other: key }))}
              rowKey={({ key }) => key}
              cells={{
                key: ({ key }) => <span lang={languageTag(locale)}>{bothForms(rows.get(key)!.ours)}</span>,
                one: ({ key }) => box(key, 'one'),
                other: ({ key }) => box(key, 'other'),
              }}
            />
          </section>
        ))}
        <div className="actions">
          <SubmitButton name="intent" value="preview">
            {t('setting.labels.preview.action')}
          </SubmitButton>
          <SubmitButton name="intent" value="save" look="plain">
            {t('common.action.save')}
          </SubmitButton>
        </div>
      </form>
    </Section>
  )

  function box(key: LabelKey, number: 'one' | 'other') {
    const of = fields[`${key}_${number}`]
    return (
      <div className="field">
        <input
          {...control({ of, optional: true })}
          aria-label={named(key, number)}
          defaultValue={textOf(of)}
          lang={languageTag(locale)}
          autoComplete="off"
        />
        <Remarks of={of} />
      </div>
    )
  }
}
