import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { setEndingDiscounts } from '#app/domain/enrolment/rollovers/change-rollover.ts'
import { givenDiscounts, rolloverFor } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { endingDiscountsForm } from '#app/domain/enrolment/rollovers/rollover.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Which discounts of students end with the old year. */
export const handle = { access: 'rollover.manage', title: 'rollover.discounts' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = await rolloverFor(db, idOf(params, 'not_found.rollover'))
  return { row, discounts: await givenDiscounts(db, row) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, endingDiscountsForm, async ({ trx, actor }, input) => {
    const id = idOf(args.params, 'not_found.rollover')
    await setEndingDiscounts(trx, actor, id, input)
    return redirectWith(paths.rollover.view(id), 'rollover_saved')
  })

export default function RolloverDiscounts() {
  const { row, discounts } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const ending = discounts.filter(({ ends }) => ends)
  const [form, fields] = useFormOf(endingDiscountsForm, useActionData<typeof action>(), {
    ending: ending.map(({ id }) => id),
  })
  return (
    <EditPage
      title={t('rollover.discounts')}
      subtitle={row.name}
      back={{ label: row.name, href: paths.rollover.view(row.id) }}
      form={form}
      noun="rollover"
    >
      <CurrentValues
        form={form}
        items={[{ label: t('rollover.ending'), value: ending.map(({ name }) => name).join(', ') }]}
        field={fields.version}
        version={row.version}
      />
      <p>{t(discounts.length > 0 ? 'rollover.discounts_hint' : 'rollover.no_discounts')}</p>
      {discounts.length > 0 && (
        <CheckboxGroup
          of={fields.ending}
          label={t('rollover.ending')}
          options={discounts.map(({ id, name, code, students, sponsor }) => ({
            value: id,
            label: t('rollover.discount_of', { name, code, count: students }),
            hint: sponsor ?? undefined,
          }))}
        />
      )}
    </EditPage>
  )
}
