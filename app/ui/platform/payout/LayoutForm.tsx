import { useTranslation } from 'react-i18next'
import {
  columnField,
  fileColumns,
  layoutForm,
  places,
  separatorNames,
} from '#app/domain/platform/payouts/bank-file.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { CheckboxField, HiddenField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

interface LayoutFormProps {
  title: string
  subtitle?: string
  values: Record<string, string>
  answer: (NonNullable<Parameters<typeof useFormOf>[1]> & { sample?: string }) | undefined
}

/** The form of a bank file layout, with a preview. */
export function LayoutForm({ title, subtitle, values, answer }: LayoutFormProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(layoutForm, answer, values)
  const columns = fileColumns.map((value) => ({ value, label: t(`payout.layouts.columns.${value}`) }))
  return (
    <EditPage
      title={title}
      {...(subtitle ? { subtitle } : {})}
      back={{ label: t('payout.layouts.plural'), href: paths.admin.payoutLayout.list() }}
      form={form}
      noun="payout.layouts"
      nameOf={(field) => columnNumber(field) && t('payout.layouts.column', { place: columnNumber(field) })}
    >
      {answer?.sample && (
        <Notice title={t('payout.layouts.as_typed')}>
          <LayoutSample text={answer.sample} />
        </Notice>
      )}
      <TextField
        of={fields.name}
        label={t('payout.layouts.name')}
        hint={t('payout.layouts.name_hint')}
        width="medium"
      />
      <SelectField
        of={fields.separator}
        label={t('payout.layouts.separator')}
        options={separatorNames.map((value) => ({ value, label: t(`payout.layouts.separators.${value}`) }))}
      />
      <CheckboxField of={fields.header} label={t('payout.layouts.header')} />
      {places.map((place) => (
        <SelectField
          key={place}
          of={fields[columnField(place)]}
          label={t('payout.layouts.column', { place })}
          options={columns}
          blank={t('payout.layouts.no_column')}
        />
      ))}
      <HiddenField of={fields.layout_id} />
      <HiddenField of={fields.seen} />
      <div className="actions">
        <SubmitButton name="intent" value="preview" look="plain">
          {t('payout.layouts.preview')}
        </SubmitButton>
      </div>
    </EditPage>
  )
}

const columnNumber = (field: string) => /^column_(\d)$/.exec(field)?.[1]

/** Preview of a bank file with two made-up payouts. */
export function LayoutSample({ text }: { text: string }) {
  const { t } = useTranslation()
  const fact = { label: t('payout.layouts.sample'), value: <code>{text}</code>, wide: true } as const
  return <Facts columns={2} items={[fact]} />
}
