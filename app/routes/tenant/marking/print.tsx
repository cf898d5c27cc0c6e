import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { markedSession, markLines } from '#app/domain/classes/marking/find-marking.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { RegisterDocument } from '#app/print/RegisterDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useSessionTitle } from '#app/ui/classes/marking/session-title.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The register of one session on paper, with the code that opens it when it is entered. */
export const handle = {
  access: 'attendance.edit',
  title: 'marking.register.of',
  look: 'paper',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.attendance')
  const db = await context.read()
  const session = await markedSession(db, context.scope('attendance.edit'), id)
  if (session.status === 'cancelled') throw new Refusal('not_found.attendance')
  const [lines, organisation] = await Promise.all([markLines(db, session), organisationOf(db)])
  const { held_on, starts, ends, room, register_code, status, subject, trainer } = session
  return {
    ...{ id, organisation, subject, trainer },
    session: { id, held_on, starts, ends, room, register_code, status },
    qr: qrCode(context.site.origin + paths.marking.register({ code: register_code })),
    rows: lines.map(({ student_id, name, student_no, mark }) => ({
      ...{ student_id, name, student_no, boxes: [{ mark }] },
    })),
  }
}

export default function PrintRegister() {
  const { id, organisation, subject, trainer, session, qr, rows } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const titleOf = useSessionTitle()
  return (
    <>
      <PaperTools back={{ label: t('marking.title'), href: paths.marking.mark(id) }} />
      <RegisterDocument
        organisation={organisation}
        logo={usePage().organisation.logo}
        subject={subject}
        trainer={trainer}
        period={titleOf(session)}
        sessions={[session]}
        qr={qr}
        rows={rows}
      />
    </>
  )
}
