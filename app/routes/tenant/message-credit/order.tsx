import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { offeredSen } from '#app/domain/platform/message-credits/price.ts'
import { orderTopUp, topUpOffers } from '#app/domain/platform/message-credits/top-up.ts'
import { topUpForm } from '#app/domain/platform/message-credits/top-up-form.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Prices } from '#app/ui/platform/message-credit/Prices.tsx'
import { newId } from '#db/id.ts'

/** Orders message credits for an amount: the invoice to pay comes next. */
export const handle = { access: 'credit.top_up', title: 'message_credit.order.title' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { data } = topUpForm.safeParse({ amount: new URL(request.url).searchParams.get('amount') ?? '' })
  const [offers, [chosen = null]] = await Promise.all([
    topUpOffers(db, offeredSen),
    topUpOffers(db, data ? [data.amount] : []),
  ])
  return { offers, chosen, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, topUpForm, async ({ trx, actor, today, context }, { amount }) => {
    const { id: entity_id, default_locale } = tenantOf(context)
    const t = i18nOf(default_locale, context.labels).getFixedT(default_locale)
    const id = await orderTopUp(trx, actor, t, entity_id, amount, today)
    return redirect(paths.message_credit.topUp(id))
  })

const ringgitOf = (sen: number) => String(sen / 100)

export default function OrderTopUp() {
  const { offers, chosen, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(topUpForm, useActionData<typeof action>(), {
    amount: chosen ? ringgitOf(chosen.sub_total_sen) : '',
    form_key,
  })
  const to = paths.message_credit
  return (
    <EditPage
      title={t('message_credit.order.title')}
      subtitle={t('message_credit.order.hint')}
      back={{ label: t('message_credit.plural'), href: to.view() }}
      form={form}
      noun="message_credit"
      nameOf={(field) => (field === 'amount' ? t('message_credit.order.amount') : undefined)}
      submit={t('message_credit.order.submit')}
      below={
        <Section title={t('message_credit.prices')}>
          <p className="quiet small">{t('message_credit.terms')}</p>
          <Prices offers={offers} choose={(sen) => to.order({ amount: ringgitOf(sen) })} />
        </Section>
      }
    >
      <TextField
        of={fields.amount}
        label={t('message_credit.order.amount')}
        hint={t('message_credit.order.amount_hint')}
        inputMode="numeric"
        width="short"
      />
      {chosen && (
        <>
          <p>
            {t(`message_credit.order.${chosen.bonus > 0 ? 'preview_bonus' : 'preview'}`, {
              amount: formatRinggit(chosen.sub_total_sen),
              credits: formatCount(chosen.credits),
              bonus: formatCount(chosen.bonus),
            })}
          </p>
          {chosen.tax_sen > 0 && (
            <Facts
              items={[
                { label: t('message_credit.order.tax'), value: formatRinggit(chosen.tax_sen) },
                { label: t('message_credit.order.total'), value: formatRinggit(chosen.total_sen) },
              ]}
            />
          )}
        </>
      )}
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
