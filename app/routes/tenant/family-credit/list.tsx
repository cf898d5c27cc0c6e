import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditList } from '#app/domain/credits/find-credits.server.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/form/Button.tsx'
import { ListPage } from '#app/ui/page/ListPage.tsx'

/** The book of what families have paid beyond their invoices, and what became of it. */
export const handle = { access: 'family_credit.view', title: 'family_credit.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await listPage(args, creditList)),
  may: {
    open: args.context.can('family.view'),
    spend: args.context.can('payment.record'),
    seeMoves: args.context.can('credit_move.view'),
    seeRefunds: args.context.can('credit_refund.view'),
    refund: args.context.can('credit_refund.request'),
    move: args.context.can('credit_move.request'),
    takeOff: args.context.can('invoice.cancel'),
  },
})

export default function FamilyCredits() {
  const { may, ...list } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('family_credit.subtitle')}
      actions={
        <>
          {may.seeRefunds ? (
            <LinkButton href={paths.creditRefund.list()}>{t('credit_refund.plural')}</LinkButton>
          ) : null}
          {may.seeMoves ? (
            <LinkButton href={paths.creditMove.list()}>{t('credit_move.plural')}</LinkButton>
          ) : null}
        </>
      }
      open={({ parent_id }) => (may.open ? paths.family.view(parent_id) : paths.family.statement(parent_id))}
      cells={{
        about: ({ about, invoice_id, payment_id, credit_refund_id }) => {
          const href = invoice_id
            ? paths.invoice.view(invoice_id)
            : payment_id
              ? paths.payment.view(payment_id)
              : credit_refund_id && paths.creditRefund.view(credit_refund_id)
          return href ? <a href={href}>{about}</a> : about
        },
      }}
      rowActions={
        may.spend
          ? ({ reason, invoice_id, parent_id, delta_sen }) => {
              if (delta_sen > 0)
                return (
                  <>
                    <a href={paths.family.spendCredit(parent_id)}>{t('family_credit.spend')}</a>{' '}
                    {may.move && <a href={paths.creditMove.new(parent_id)}>{t('credit_move.new_short')}</a>}{' '}
                    {may.refund && (
                      <a href={paths.creditRefund.new(parent_id)}>{t('credit_refund.new_short')}</a>
                    )}
                  </>
                )
              if (reason !== 'applied' || !invoice_id || !may.takeOff) return null
              return <a href={paths.family.takeCreditOff(invoice_id)}>{t('family_credit.take_off_short')}</a>
            }
          : undefined
      }
      searchHint={t('family_credit.search_hint')}
      empty={{ title: t('family_credit.empty'), hint: t('family_credit.empty_hint') }}
    />
  )
}
