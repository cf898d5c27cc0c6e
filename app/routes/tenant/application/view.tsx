import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceLink } from '#app/domain/billing/invoices/find-invoices.ts'
import { whatsAppLink } from '#app/domain/core/contact/links.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type ApplicationRow, applicationRow } from '#app/domain/enrolment/applications/find-application.ts'
import { isOwed, registrationFee } from '#app/domain/enrolment/applications/registration-fee.ts'
import { unprovenAnswers } from '#app/domain/enrolment/applications/unproven-answers.ts'
import { identityDetail } from '#app/domain/identity/accounts/identity.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { lastingOrigin } from '#app/server/api/tenant.ts'
import { mayDecide } from '#app/server/applications/deciding.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { AnswerToCheck } from '#app/ui/enrolment/application/AnswerToCheck.tsx'
import {
  ApplicationActions,
  ApplicationInvoices,
  ApplicationPapers,
  ApplicationParents,
  ApplicationStudents,
} from '#app/ui/enrolment/application/ApplicationView.tsx'
import { newId } from '#db/id.ts'

/** One application with its people, its classes and its papers, and what can be decided about it. */
export const handle = { access: 'application.view', title: 'application.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor } = context
  const id = idOf(params, 'not_found.application')
  const db = await context.read()
  const scope = context.scope('application.view')
  const row = await applicationRow(db, scope, keysOf(context), actor.roles, id)
  const decides = await mayDecide(context, db)
  const fee = can('payment.view') ? await registrationFee(db, keysOf(context), id, context.today) : null
  const checks = decides && row.status === 'pending'
  const unproven = checks ? await unprovenAnswers(db, keysOf(context), id, context.today) : []
  const seesIncome = identityDetail(actor.roles, 'parent.view') === 'known'
  const open = row.students.filter(({ status }) => status === 'pending')
  const issued = row.students.flatMap(({ invoice_id, name: child }) =>
    invoice_id ? [{ invoice_id, child }] : [],
  )
  const links = can('invoice.view')
    ? await Promise.all(
        issued.map(async ({ invoice_id, child }) => ({
          child,
          invoice: await invoiceLink(db, context.scope('invoice.view'), invoice_id),
        })),
      )
    : []
  return {
    row,
    fee,
    invoices: links.flatMap(({ child, invoice }) => (invoice ? [{ child, ...invoice }] : [])),
    unproven: unproven.filter(({ answer }) => answer !== 'income_above_2500' || seesIncome),
    form_key: newId(),
    isOwn: scope.scope === 'own',
    tell: scope.scope === 'own' ? null : messageTo(context, row),
    may: {
      decide: decides && open.some(({ is_reached }) => is_reached),
      edit: can('application.edit') && row.status === 'pending' && scope.scope !== 'own',
      fee: can('payment.record') && row.status === 'pending' && scope.scope !== 'own' && isOwed(fee),
      withdraw: can('application.withdraw') && scope.scope === 'own' && row.status === 'pending',
      parents: can('parent.view') && scope.scope !== 'own',
    },
  }
}

/** For a family that no mail reaches: where it stands, in its own language, sent by a person from their own phone. */
function messageTo(context: RequestContext, { locale, number, public_code, parents }: ApplicationRow) {
  const { site, labels } = context
  if (site.side !== 'tenant' || parents.some(({ email }) => email)) return null
  const to = knownLocale(locale)
  const text = i18nOf(to, labels).getFixedT(to)('application.whatsapp_text', {
    organisation: site.entity.name,
    number,
    url: lastingOrigin(context) + paths.application.status(public_code),
  })
  return whatsAppLink(parents[0]?.phone ?? null, text)
}

export default function ViewApplication() {
  const { row, fee, invoices, unproven, form_key, isOwn, tell, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { status, reason } = row
  const byItself = status === 'approved' ? t('application.by_itself') : null
  return (
    <ViewPage
      title={row.number}
      subtitle={t('application.submitted', { at: formatInstant(row.submitted_at, locale) })}
      back={{ label: t(isOwn ? 'menu.registration' : 'application.plural'), href: paths.application.list() }}
      status={<StatusBadge status={status} />}
      actions={<ApplicationActions row={row} form_key={form_key} may={may} />}
    >
      {unproven.map((answer) => (
        <AnswerToCheck key={answer.answer} {...answer} />
      ))}
      <Facts
        columns={2}
        items={[
          { label: t('application.channel'), value: t(`application.channels.${row.channel}`) },
          {
            label: t('application.phone_verified'),
            value: t(row.phone_verified ? 'common.yes' : 'common.no'),
          },
          typeof row.estimate_sen === 'number' && {
            label: t('application.estimate_sen'),
            value: formatRinggit(row.estimate_sen),
          },
          fee !== null && {
            label: t('application.fee'),
            value: fee.payment ? (
              <a href={paths.payment.view(fee.payment.id)}>{fee.payment.number}</a>
            ) : isOwed(fee) ? (
              t('application.fee_unpaid', { amount: formatRinggit(fee.due_sen) })
            ) : (
              t('application.fee_none_due')
            ),
          },
          row.decided_at !== null && {
            label: t('application.decided_at'),
            value: [formatInstant(row.decided_at, locale), row.decider ?? byItself]
              .filter(Boolean)
              .join(', '),
          },
          status === 'rejected' && { label: t('application.reason'), value: reason, wide: true as const },
        ]}
      />
      <ApplicationStudents rows={row.students} />
      <ApplicationInvoices rows={invoices} />
      {tell && (
        <p>
          {t('application.no_email')} <a href={tell}>{t('application.tell_by_whatsapp')}</a>
        </p>
      )}
      <ApplicationParents rows={row.parents} application={row} may={may} />
      <ApplicationPapers papers={row.documents} answers={row.answers} />
    </ViewPage>
  )
}
