import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import {
  adjustmentEffects,
  adjustmentForm,
  adjustmentOf,
  requestAdjustment,
} from '#app/domain/platform/payouts/adjustments.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import {
  HiddenField,
  MoneyField,
  optionsOf,
  RadioGroup,
  ReasonField,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** Asks that the next payout of an organisation is more or less; somebody else decides. */
export const handle = { access: 'admin.payout.create', title: 'payout.adjustment.ask' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const entities = await entityChoices(await context.read())
  const asked = new URL(request.url).searchParams.get('entity_id')
  const chosen = entities.find(({ id }) => id === asked)
  return { entities, entity_id: chosen?.id, asked_as: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, adjustmentForm, async ({ trx, actor }, input) => {
    const id = await requestAdjustment(trx, actor, adjustmentOf(input))
    return redirectWith(paths.admin.payoutAdjustment.view(id), 'payout_adjustment_requested')
  })

export default function AskAdjustment() {
  const { entities, entity_id, asked_as } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const given = { asked_as, ...(entity_id ? { entity_id } : {}) }
  const [form, fields] = useFormOf(adjustmentForm, useActionData<typeof action>(), given)
  return (
    <EditPage
      title={t('payout.adjustment.ask')}
      subtitle={t('payout.adjustment.ask_hint')}
      back={{ label: t('payout.adjustment.plural'), href: paths.admin.payoutAdjustment.list() }}
      form={form}
      noun="payout.adjustment"
      submit={t('payout.adjustment.ask')}
    >
      <SelectField
        of={fields.entity_id}
        label={t('payout.adjustment.entity_id')}
        options={optionsOf(entities)}
      />
      <RadioGroup
        of={fields.effect}
        label={t('payout.adjustment.effect')}
        options={adjustmentEffects.map((value) => ({
          ...{ value, label: t(`payout.adjustment.effects.${value}`) },
          hint: t(`payout.adjustment.effects_hint.${value}`),
        }))}
      />
      <MoneyField of={fields.amount_sen} label={t('payout.adjustment.amount_sen')} />
      <TextField
        of={fields.reference}
        label={t('payout.adjustment.reference')}
        hint={t('payout.adjustment.reference_hint')}
        width="medium"
      />
      <ReasonField of={fields.reason} words="payout.adjustment.reason" />
      <HiddenField of={fields.asked_as} />
    </EditPage>
  )
}
