import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mailtoOf, telOf, whatsAppLink } from '#app/domain/core/contact/links.ts'
import { formatPhone, isMobile } from '#app/domain/core/contact/phone.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { askFacts } from '#app/domain/reporting/dashboards/children.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/**
 * What a parent asks of the office that only the office can enter: the message is written, and leaves by the parent's own
 * WhatsApp, mail or telephone.
 */
export const handle = { access: 'dashboard.family', title: 'ask.title.office' } satisfies Handle

const topics = ['instalments', 'credit', 'leave'] as const

/** `?about=leave&child=…`: what it is about, and the child whom it concerns; of several children one is asked for first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const about = topics.find((topic) => topic === searchParams.get('about')) ?? 'office'
  const { children, ...facts } = await askFacts(await context.read(), context.scope('dashboard.family'))
  const [only, ...others] = children
  const child =
    children.find(({ id }) => id === searchParams.get('child')) ?? (others.length === 0 ? only : undefined)
  return { about, ...facts, child: child?.name ?? '', choices: about === 'leave' && !child ? children : [] }
}

export default function Ask() {
  const { about, family_code, due_sen, credit_sen, child, choices } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { user, organisation } = usePage()
  const { phone, email, hours } = organisation.contact ?? { phone: '', email: '', hours: null }
  const subject = t(`ask.title.${about}`)
  const message = t(`ask.message.${about}`, {
    ...{ organisation: organisation.name, name: user?.name, code: family_code, child },
    amount: formatRinggit(about === 'credit' ? credit_sen : due_sen),
  })
  const mobile = phone && isMobile(phone)
  const header = <PageHeader title={subject} back={{ label: t('menu.home'), href: paths.dashboard() }} />
  if (choices.length > 0)
    return (
      <>
        {header}
        <p>{t('ask.which_child')}</p>
        <div className="actions section">
          {choices.map(({ id, name }) => (
            <LinkButton key={id} href={paths.ask({ about, child: id })}>
              {name}
            </LinkButton>
          ))}
        </div>
      </>
    )
  return (
    <>
      {header}
      <p>{t('ask.intro')}</p>
      <Notice>{message}</Notice>
      <div className="actions section">
        {mobile && (
          <LinkButton href={whatsAppLink(phone, message)} look="primary">
            {t('ask.whatsapp')}
          </LinkButton>
        )}
        {email && (
          <LinkButton href={mailtoOf(email, { subject, body: message })} look={mobile ? 'plain' : 'primary'}>
            {t('ask.email')}
          </LinkButton>
        )}
        {phone && <LinkButton href={telOf(phone)}>{t('ask.call', { phone: formatPhone(phone) })}</LinkButton>}
      </div>
      {hours && <p className="quiet section">{t('ask.hours', { hours })}</p>}
      <Section title={t('ask.next')}>
        <p>{t(`ask.after.${about}`)}</p>
      </Section>
    </>
  )
}
