import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { onlineTerms } from '#app/domain/payments/attempts/online-terms.ts'
import { byPayer } from '#app/domain/payments/baskets/basket.ts'
import { codesOfAttempt, openForReader } from '#app/domain/payments/baskets/find-basket.ts'
import { publicCode } from '#app/domain/payments/payments/payment.ts'
import { paths } from '#app/paths.ts'
import { waysFor } from '#app/server/payments/ways.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'

/** What is open for a parent's children, of which they choose what to pay in one payment. */
export const handle = { access: 'dashboard.family', title: 'payment.basket.title' } satisfies Handle

/** `?go=1&invoice=…`: these are to be paid. `?again=…`: those of a payment that did not go through are ticked. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const scope = context.scope('dashboard.family')
  const db = await context.read()
  const again = publicCode.safeParse(searchParams.get('again'))
  const [rows, terms, credit, before] = await Promise.all([
    openForReader(db, scope, context.today),
    onlineTerms(db),
    creditStanding(db, scope.parent_id),
    again.success ? codesOfAttempt(db, again.data) : [],
  ])
  const open = rows.filter(({ status }) => status !== 'pending')
  const asked = searchParams.getAll('invoice')
  const chosen = open.filter(({ public_code }) => asked.includes(public_code))
  const going = searchParams.has('go')
  const fault = !going ? null : chosen.length === 0 ? 'none' : chosen.length > mostPaidAtOnce ? 'many' : null
  if (going && !fault) throw redirect(paths.payment.submit(chosen.map(({ public_code }) => public_code)))
  const wanted = new Set(going ? chosen.map(({ public_code }) => public_code) : before)
  const ticked = open.filter(({ public_code }) => wanted.has(public_code))
  return {
    fault,
    online: waysFor(context, terms).length > 0,
    credit_sen: credit.credit_sen - credit.reserved_sen,
    groups: byPayer(open, scope.parent_id).map((invoices) => ({
      payer: invoices[0]!.payer_parent_id === scope.parent_id ? null : invoices[0]!.payer,
      sen: invoices.reduce((sum, { balance_sen }) => sum + balance_sen, 0),
      invoices: invoices.map(({ number, public_code, title, due_on, balance_sen, status }) => ({
        ...{ number, public_code, title, due_on, balance_sen, overdue: status === 'overdue' },
        // Without a choice of before, all of it is to be paid.
        ticked: ticked.length === 0 ? !going : wanted.has(public_code),
      })),
    })),
    paying: rows
      .filter(({ status }) => status === 'pending')
      .map(({ number, title, attempt_code }) => ({ number, title, attempt_code })),
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function ChooseInvoices() {
  const { fault, online, credit_sen, groups, paying } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { titleOf } = useTitles()
  const back = { label: t('menu.dashboard'), href: paths.dashboard() }
  return (
    <>
      <PageHeader title={t('payment.basket.title')} back={back} />
      {fault && (
        <Notice tone="error">
          <p>{t(`payment.basket.${fault}`, { most: mostPaidAtOnce })}</p>
        </Notice>
      )}
      {paying.map(({ number, title, attempt_code }) => (
        <Notice key={number} tone="warning">
          <p>
            {t('payment.choose.gone.pending', { number, title: titleOf(title) })}{' '}
            {attempt_code && (
              <a href={paths.payment.status(attempt_code)}>{t('payment.invoice_page.see_payment')}</a>
            )}
          </p>
        </Notice>
      ))}
      {groups.length === 0 && paying.length === 0 && <EmptyState title={t('dashboard.all_paid')} />}
      {groups.length > 0 && !online && <p>{t('payment.basket.offline')}</p>}
      {credit_sen > 0 && groups.length > 0 && online && (
        <p>{t('payment.basket.credit', { amount: formatRinggit(credit_sen) })}</p>
      )}
      {groups.map((group) => (
        <Group key={group.payer ?? ''} group={group} online={online} />
      ))}
    </>
  )
}

/** One payment is one family's, so what another parent pays has a button of its own. */
function Group({ group, online }: { group: Data['groups'][number]; online: boolean }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { payer, sen, invoices } = group
  const { titleOf } = useTitles()
  return (
    <form method="get" action={paths.basket()} className="fields section">
      {payer && <h2>{t('payment.basket.of', { payer })}</h2>}
      <fieldset className="field">
        <legend className="hidden">{t('payment.basket.title')}</legend>
        {invoices.map(({ number, public_code, title, due_on, balance_sen, overdue, ticked }) => (
          <div className="choice" key={public_code}>
            <input
              type="checkbox"
              id={public_code}
              name="invoice"
              value={public_code}
              defaultChecked={ticked}
            />
            <label htmlFor={public_code}>
              {t('payment.basket.line', { title: titleOf(title), amount: formatRinggit(balance_sen) })}{' '}
              <small className="quiet">{number}</small>
            </label>
            <span className="hint">
              {t(`payment.invoice_page.${overdue ? 'was_due' : 'to_pay_by'}`, {
                date: formatDate(due_on, locale),
              })}
            </span>
          </div>
        ))}
      </fieldset>
      {online && (
        <>
          <SubmitButton name="go" value="1">
            {t('payment.basket.go')}
          </SubmitButton>
          <p className="quiet small">{t('payment.basket.sum', { amount: formatRinggit(sen) })}</p>
        </>
      )}
    </form>
  )
}
