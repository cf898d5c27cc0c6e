import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditList } from '#app/domain/accounting/credits/find-credits.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** The book of what families have paid beyond their invoices, and what became of it. */
export const handle = { access: 'family_credit.view', title: 'family_credit.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await listPage(args, creditList)),
  may: {
    open: args.context.can('family.view'),
    spend: args.context.can('payment.record'),
    refund: args.context.can('credit_refund.request'),
    move: args.context.can('credit_move.request'),
    takeOff: args.context.can('invoice.cancel'),
  },
})

type Told = ReturnType<typeof useLoaderData<typeof loader>>
type Entry = Told['page']['rows'][number]

/** What may be done with what a family has now, beside its last entry, and with credit that is on an invoice. */
function Actions({ parent_id, invoice_id, is_used, may, ...entry }: Entry & { may: Told['may'] }) {
  const { t } = useTranslation()
  const isFree = entry.is_last && entry.balance_sen > (entry.reserved_sen ?? 0)
  return (
    <>
      {isFree && entry.owes && <a href={paths.family.spendCredit(parent_id)}>{t('family_credit.spend')}</a>}{' '}
      {isFree && may.move && <a href={paths.credit_move.new(parent_id)}>{t('credit_move.new_short')}</a>}{' '}
      {isFree && may.refund && (
        <a href={paths.credit_refund.new(parent_id)}>{t('credit_refund.new_short')}</a>
      )}{' '}
      {is_used && invoice_id && may.takeOff && (
        <a href={paths.family.takeCreditOff(invoice_id)}>{t('family_credit.take_off_short')}</a>
      )}
    </>
  )
}

export default function FamilyCredits() {
  const { may, ...list } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      yours="family_credit"
      actions={
        list.family &&
        list.page.total > 0 && (
          <LinkButton href={paths.ask({ about: 'credit' })}>{t('ask.title.credit')}</LinkButton>
        )
      }
      subtitle={t('family_credit.subtitle')}
      open={({ parent_id }) => (may.open ? paths.family.view(parent_id) : paths.family.statement(parent_id))}
      cells={{
        about: ({ about, invoice_id, payment_id, credit_refund_id }) => {
          const href = invoice_id
            ? paths.invoice.view(invoice_id)
            : payment_id
              ? paths.payment.view(payment_id)
              : credit_refund_id && paths.credit_refund.view(credit_refund_id)
          return href ? <a href={href}>{about}</a> : about
        },
      }}
      rowActions={may.spend ? (row) => <Actions {...row} may={may} /> : undefined}
      searchHint={t('family_credit.search_hint')}
      empty={{ title: t('family_credit.empty'), hint: t('family_credit.empty_hint') }}
    />
  )
}
