import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { monthsToPay } from '#app/domain/classes/pay/change-pay-sheet.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The months whose approved sheets wait for the bank, each with its file. */
export const handle = { access: 'trainer_pay.edit', title: 'pay_sheet.bank' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const scope = context.scope('trainer_pay.edit')
  return { months: await monthsToPay(await context.read(), scope, context.actor.id) }
}

export default function BankFiles() {
  const { months } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('pay_sheet.bank')}
      back={{ label: t('pay_sheet.plural'), href: paths.pay_sheet.list() }}
    >
      <p>{t('pay_sheet.bank_text')}</p>
      {months.length === 0 && (
        <EmptyState title={t('pay_sheet.bank_none')} hint={t('pay_sheet.bank_none_hint')} />
      )}
      {months.map(({ month, sheets, total_sen, without }) => (
        <Section key={month} title={formatMonth(month, locale)}>
          {sheets > 0 && (
            <div className="group">
              <p>{t('pay_sheet.bank_sheets', { count: sheets, amount: formatRinggit(total_sen) })}</p>
              <PostButton action={paths.pay_sheet.bankFile()} fields={{ month }} look="primary">
                {t('pay_sheet.bank_make')}
              </PostButton>
            </div>
          )}
          {without.length > 0 && (
            <>
              <p>{t('pay_sheet.bank_without')}</p>
              <ul>
                {without.map(({ id, name }) => (
                  <li key={id}>
                    <a href={paths.pay_sheet.view(id)}>{name}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Section>
      ))}
    </ViewPage>
  )
}
