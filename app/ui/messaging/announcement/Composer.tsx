import { useTranslation } from 'react-i18next'
import {
  allowedPlaceholders,
  type TextLocale,
  textLocales,
} from '#app/domain/messaging/announcements/announcement.ts'
import type { Group } from '#app/domain/messaging/announcements/audience.ts'
import type { AudienceOptions } from '#app/domain/messaging/announcements/find-announcements.ts'
import { localeName } from '#app/i18n/locales.ts'
import { type FieldOf, textsOf } from '#app/ui/core/form/control.ts'
import {
  CheckboxField,
  CheckboxGroup,
  Fieldset,
  optionsOf,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'

type Part = 'title' | 'body' | 'sms'
export type ComposerFields = Record<`${Part}_${TextLocale}`, FieldOf> &
  Record<
    | 'channels'
    | 'who'
    | 'branch_ids'
    | 'program_ids'
    | 'category_ids'
    | 'subject_ids'
    | 'tags'
    | 'people'
    | 'is_urgent',
    FieldOf
  >

interface ComposerProps {
  fields: ComposerFields
  options: AudienceOptions
  /** Besides in-app. */
  channels: readonly ('email' | 'sms' | 'whatsapp')[]
  groups: readonly Group[]
  mayBeUrgent: boolean
  /** The price of an e-mail differs by whose server carries it. */
  ownServer: boolean
}

/** What is said, to whom and by which channels: one plain form, the languages side by side where there is room. */
export function Composer({ fields, options, channels, groups, mayBeUrgent, ownServer }: ComposerProps) {
  const { t } = useTranslation()
  const names = allowedPlaceholders(['overdue']).map((name) => (
    <span key={name}>
      <code>{`{${name}}`}</code> {t(`announcement.placeholders.${name}`)}
      <br />
    </span>
  ))
  const [always, ...priced] = ['inapp', ...channels]
  return (
    <>
      <AudienceFields fields={fields} options={options} groups={groups} />
      <Fieldset legend={t('announcement.by')} hint={t(`announcement.price.${always}`)}>
        {priced.length > 0 && (
          <CheckboxGroup
            of={fields.channels}
            label={t('announcement.also_by')}
            optional
            options={priced.map((value) => ({
              value,
              label: t(`announcement.channel.${value}`),
              hint: t(`announcement.price.${value === 'email' && ownServer ? 'email_own' : value}`),
            }))}
          />
        )}
        {mayBeUrgent && (
          <CheckboxField
            of={fields.is_urgent}
            label={t('announcement.is_urgent')}
            hint={t('announcement.is_urgent_hint')}
          />
        )}
      </Fieldset>
      <Fieldset legend={t('announcement.words')} hint={t('announcement.words_hint')}>
        <div className="row pair">
          {textLocales.map((locale) => (
            <div className="group" key={locale}>
              <TextField
                of={fields[`title_${locale}`]}
                label={`${t('announcement.title')} · ${localeName(locale)}`}
                optional={false}
                autoComplete="off"
              />
              <TextArea
                of={fields[`body_${locale}`]}
                label={`${t('announcement.body')} · ${localeName(locale)}`}
                optional={false}
                rows={10}
              />
              {channels.includes('sms') && (
                <TextArea
                  of={fields[`sms_${locale}`]}
                  label={`${t('announcement.sms')} · ${localeName(locale)}`}
                  hint={t('announcement.sms_hint')}
                  rows={4}
                />
              )}
            </div>
          ))}
        </div>
        <details>
          <summary>{t('announcement.marks')}</summary>
          <p>{t('announcement.marks_text')}</p>
          <p>{names}</p>
          <p className="hint">{t('announcement.overdue_only')}</p>
        </details>
      </Fieldset>
    </>
  )
}

function AudienceFields({ fields, options, groups }: Pick<ComposerProps, 'fields' | 'options' | 'groups'>) {
  const { t } = useTranslation()
  const narrowing = [
    { of: fields.branch_ids, label: t('announcement.branches'), options: optionsOf(options.branches) },
    { of: fields.program_ids, label: t('announcement.programs'), options: optionsOf(options.programs) },
    { of: fields.category_ids, label: t('announcement.categories'), options: optionsOf(options.categories) },
    { of: fields.subject_ids, label: t('announcement.subjects'), options: optionsOf(options.subjects) },
    {
      of: fields.tags,
      label: t('announcement.tags'),
      options: options.tags.map((tag) => ({ value: tag, label: tag })),
    },
  ].filter((one) => one.options.length > 1 || textsOf(one.of).length > 0)
  const isNarrowed = narrowing.some(({ of }) => textsOf(of).length > 0 || of.errors?.length)
  return (
    <Fieldset legend={t('announcement.to')} hint={t('announcement.to_hint')}>
      <CheckboxGroup
        of={fields.who}
        label={t('announcement.who')}
        optional={false}
        options={groups.map((value) => ({
          value,
          label: t(`announcement.group.${value}`),
          hint: t(`announcement.group_hint.${value}`),
        }))}
      />
      {narrowing.length > 0 && (
        <details open={isNarrowed}>
          <summary>{t('announcement.narrow')}</summary>
          <p className="hint">{t('announcement.narrow_hint')}</p>
          {narrowing.map((one) => (
            <CheckboxGroup key={one.label} {...one} optional={false} />
          ))}
        </details>
      )}
      <TextArea
        of={fields.people}
        label={t('announcement.people')}
        hint={t('announcement.people_hint')}
        rows={2}
      />
    </Fieldset>
  )
}
