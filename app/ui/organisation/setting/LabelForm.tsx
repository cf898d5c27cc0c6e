import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import {
  type LabelField,
  type LabelGroup,
  type LabelKey,
  type Labels,
  labelGroups,
  type Noun,
} from '#app/domain/core/labels/label.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { control, type FieldOf, textOf } from '#app/ui/core/form/control.ts'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { Remarks } from '#app/ui/core/form/fields.tsx'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

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
          form={form}
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

interface LabelPreviewProps {
  samples: { menu: string[]; head: string[]; sentences: string[]; document: string[] }
  /** Language of the samples. */
  locale: Locale
  /** Id of the form whose words these are. */
  form: string
}

/** The words that were typed, where readers will meet them; saving is a button of the same form. */
export function LabelPreview({ samples, locale, form }: LabelPreviewProps) {
  const { t, i18n } = useTranslation()
  const reader = languageTag(i18n.language)
  return (
    <Notice title={t('setting.labels.preview.title')}>
      <p>{t('setting.labels.preview.hint')}</p>
      <dl className="samples" lang={languageTag(locale)}>
        {(['menu', 'head', 'sentences', 'document'] as const).map((part) => (
          <div key={part}>
            <dt lang={reader}>{t(`setting.labels.preview.${part === 'head' ? 'table' : part}`)}</dt>
            <dd className={part === 'menu' || part === 'head' ? 'words-in-line' : undefined}>
              {samples[part].map((sample) => (
                <span key={sample}>{sample}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <SubmitButton form={form} name="intent" value="save">
          {t('common.action.save')}
        </SubmitButton>
      </div>
    </Notice>
  )
}

interface OwnLabelsProps {
  nouns: readonly NounRow[]
  locale: Locale
  /** The language's own name. */
  language: string
  version: number
  mayEdit: boolean
}

/** The words that the organisation has chosen in a language, each with the way back. */
export function OwnLabels({ nouns, locale, language, version, mayEdit }: OwnLabelsProps) {
  const { t } = useTranslation()
  const own = nouns.filter((noun) => noun.own)
  const lang = languageTag(locale)
  const fields = { locale, version: String(version) }
  if (own.length === 0) return <p className="quiet">{t('setting.labels.own_empty', { language })}</p>
  return (
    <Section title={t('setting.labels.own', { language })}>
      <ul className="facts">
        {own.map(({ key, ours, own: word }) => (
          <li key={key}>
            <div lang={lang}>
              <strong>{bothForms(word!)}</strong>
              <p className="quiet small">{bothForms(ours)}</p>
            </div>
            {mayEdit ? (
              <PostButton action={paths.setting.labelReset()} fields={{ ...fields, key }} look="link">
                {t('setting.labels.reset')}
              </PostButton>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <div className="actions">
          <ConfirmButton
            label={t('setting.labels.reset_all')}
            text={t('setting.labels.reset_all_text', { language })}
            action={paths.setting.labelReset()}
            confirm={t('setting.labels.reset_all')}
            fields={fields}
          />
        </div>
      ) : null}
    </Section>
  )
}

/** A noun with the product's word for it and, where there is one, the organisation's own. */
interface NounRow {
  key: LabelKey
  ours: Noun
  own?: Labels[LabelKey] | undefined
}

/** `student · students`; once where one and many are called the same. */
function bothForms({ one, other }: { one: string; other?: string | undefined }): string {
  return other && other !== one ? `${one} · ${other}` : one
}
