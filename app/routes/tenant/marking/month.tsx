import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { monthRegister } from '#app/domain/classes/marking/find-register.ts'
import { addMonths, formatMonth, isPageDay } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { RegisterDocument } from '#app/print/RegisterDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The register of a class for a month on paper; `?month=2026-03`, by default this one. */
export const handle = {
  access: 'attendance.edit',
  title: 'marking.register.print_month',
  look: 'paper',
} satisfies Handle

const monthOf = (today: string) =>
  z
    .string()
    .refine((text) => text.length === 7 && isPageDay(`${text}-01`))
    .catch(today.slice(0, 7))

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.subject')
  const month = monthOf(context.today).parse(new URL(request.url).searchParams.get('month'))
  const db = await context.read()
  const [register, organisation] = await Promise.all([
    monthRegister(db, context.scope('attendance.edit'), id, month),
    organisationOf(db),
  ])
  return { ...register, organisation, month }
}

export default function PrintMonth() {
  const { subject, sessions, rows, organisation, month } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale, organisation: here } = usePage()
  const other = (months: number) =>
    paths.marking.month(subject.id, { month: addMonths(`${month}-01`, months).slice(0, 7) })
  const name = formatMonth(month, locale)
  return (
    <>
      <PaperTools back={{ label: subject.name, href: paths.subject.view(subject.id) }}>
        <a href={other(-1)}>{t('marking.register.previous')}</a>
        <a href={other(1)}>{t('marking.register.next')}</a>
      </PaperTools>
      {sessions.length === 0 ? (
        <main className="paper">
          <h1>{t('marking.register.month_none', { month: name })}</h1>
        </main>
      ) : (
        <RegisterDocument
          organisation={organisation}
          logo={here.logo}
          subject={subject.name}
          trainer={null}
          period={name}
          sessions={sessions}
          qr={null}
          rows={rows}
        />
      )}
    </>
  )
}
