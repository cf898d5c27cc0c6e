import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { essentialFeatures, featureCodes, isEssential } from '#app/domain/core/features/feature.ts'
import { typedAmounts } from '#app/domain/core/money.ts'
import { createPackage, editPackage } from '#app/domain/platform/packages/change-package.ts'
import { organisationsWithPackage, salesPackage } from '#app/domain/platform/packages/find-packages.ts'
import { feeNames, packageFacts, packageForm } from '#app/domain/platform/packages/package.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import {
  CheckboxField,
  CheckboxGroup,
  FieldRow,
  Fieldset,
  MoneyField,
  NumberField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** The page of a changed package, and with package/new.tsx of a new one: its address has no id. */
export const handle = { access: 'admin.package.edit', title: 'package.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!params.id) return { row: undefined, having: 0 }
  const id = idOf(params, 'not_found.package')
  const db = await context.read()
  const [row, { count }] = await Promise.all([salesPackage(db, id), organisationsWithPackage(db, id)])
  return { row, having: count }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, packageForm, async ({ trx, actor }, input) => {
    const { name } = input
    if (!args.params.id) {
      const { id } = await createPackage(trx, actor, input)
      return redirectWith(paths.admin.package.view(id), 'package_saved', { name })
    }
    const id = idOf(args.params, 'not_found.package')
    await editPackage(trx, actor, id, input.version ?? 0, input)
    return redirectWith(paths.admin.package.view(id), 'package_saved', { name })
  })

const fresh = {
  included_credit: 0,
  trial_days: 0,
  sort_order: 0,
  is_public: true,
  features: essentialFeatures,
}

export default function EditPackage() {
  const { row, having } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const kept = row ? typedAmounts(row, feeNames) : fresh
  const [form, fields] = useFormOf(packageForm, useActionData<typeof action>(), kept)
  const back = row
    ? { label: row.name, href: paths.admin.package.view(row.id) }
    : { label: t('package.plural'), href: paths.admin.package.list() }
  return (
    <EditPage
      title={t(row ? 'package.edit' : 'package.new')}
      subtitle={t('package.subtitle')}
      back={back}
      form={form}
      noun="package"
    >
      <CurrentValues
        form={form}
        items={row ? packageFacts(row, t) : []}
        field={fields.version}
        version={row?.version}
      />
      {having > 0 ? <Notice>{t('package.touches', { count: having })}</Notice> : null}
      <FieldRow>
        <TextField of={fields.code} label={t('package.code')} width="short" autoCapitalize="characters" />
        <TextField of={fields.name} label={t('package.name')} />
      </FieldRow>
      <TextArea of={fields.description} label={t('package.description')} rows={2} />
      <Fieldset legend={t('package.fees')}>
        <FieldRow>
          <MoneyField of={fields.registration_fee_sen} label={t('package.registration_fee_sen')} />
          <MoneyField of={fields.yearly_fee_sen} label={t('package.yearly_fee_sen')} />
        </FieldRow>
        <FieldRow>
          <MoneyField of={fields.transaction_fee_sen} label={t('package.transaction_fee_sen')} />
          <MoneyField of={fields.transaction_fee_b2b1_sen} label={t('package.transaction_fee_b2b1_sen')} />
        </FieldRow>
      </Fieldset>
      <Fieldset legend={t('package.limits')} hint={t('package.limits_hint')}>
        <FieldRow>
          <TextField of={fields.student_limit} label={t('package.student_limit')} inputMode="numeric" />
          <TextField of={fields.branch_limit} label={t('package.branch_limit')} inputMode="numeric" />
        </FieldRow>
        <FieldRow>
          <TextField of={fields.staff_limit} label={t('package.staff_limit')} inputMode="numeric" />
          <TextField of={fields.storage_mb} label={t('package.storage_mb')} inputMode="numeric" />
        </FieldRow>
        <FieldRow>
          <TextField of={fields.included_credit} label={t('package.included_credit')} inputMode="numeric" />
          <TextField
            of={fields.trial_days}
            label={t('package.trial_days')}
            hint={t('package.trial_hint')}
            inputMode="numeric"
          />
        </FieldRow>
      </Fieldset>
      <CheckboxGroup
        of={fields.features}
        label={t('package.features')}
        hint={t('package.features_hint', {
          list: essentialFeatures.map((code) => t(`feature.name.${code}`)).join(', '),
        })}
        options={featureCodes
          .filter((code) => !isEssential(code))
          .map((code) => ({
            value: code,
            label: t(`feature.name.${code}`),
            hint: t(`feature.text.${code}`),
          }))}
      />
      <CheckboxField
        of={fields.is_public}
        label={t('package.is_public')}
        hint={t('package.is_public_hint')}
      />
      <NumberField
        of={fields.sort_order}
        label={t('package.sort_order')}
        hint={t('package.sort_order_hint')}
      />
    </EditPage>
  )
}
