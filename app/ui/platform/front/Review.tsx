import { useTranslation } from 'react-i18next'
import { addressLine } from '#app/domain/core/contact/address.ts'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import type { Step } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import type { reviewed, ToldProblem } from '#app/server/front/reviewed.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { useCosts } from './Offers.tsx'

type Told = Omit<Awaited<ReturnType<typeof reviewed>>, 'problems'>

/** All answers by step, each with a link to change it. */
export function ReviewSections({ code, ...told }: Told & { code: string }) {
  const { offer, organisation, contact, address, bank, documents, connections, connectable } = told
  const { t } = useTranslation()
  const costs = useCosts()
  const part = (step: Step) => ({
    title: t(`front.steps.${step}`),
    actions: <a href={paths.front.step(code, step)}>{t('front.change')}</a>,
  })
  return (
    <>
      <Section {...part('package')}>
        <Facts items={[{ label: t('front.package_id'), value: offer?.name }]} />
        {offer && <p className="quiet">{costs(offer)}</p>}
      </Section>
      <Section {...part('organisation')}>
        <Facts
          items={[
            { label: t('front.organisation_name'), value: organisation?.organisation_name },
            {
              label: t('front.organisation_type'),
              value: organisation && t(`front.types.${organisation.organisation_type}`),
            },
            { label: t('front.company_name'), value: organisation?.company_name },
            { label: t('front.registration_number'), value: organisation?.registration_number },
            { label: t('front.postal_address'), value: organisation && addressLine(organisation) },
          ]}
        />
      </Section>
      <Section {...part('contact')}>
        <Facts
          items={[
            { label: t('front.contact_name'), value: contact?.contact_name },
            { label: t('front.contact_phone'), value: contact && unbrokenPhone(contact.contact_phone) },
            { label: t('front.contact_email'), value: contact?.contact_email },
          ]}
        />
      </Section>
      <Section {...part('subdomain')}>
        <Facts items={[{ label: t('front.address'), value: address }]} />
      </Section>
      <Section {...part('bank')}>
        <Facts
          items={[
            { label: t('front.bank_code'), value: bank?.name },
            { label: t('front.account_name'), value: bank?.holder },
            { label: t('front.account_number'), value: bank?.number },
          ]}
        />
      </Section>
      <Section {...part('documents')}>
        <Facts
          items={documents.map(({ id, kind, name }) => ({
            label: t(`front.kinds.${kind}`),
            value: name,
            href: paths.front.document(code, id),
          }))}
        />
      </Section>
      {connectable.length > 0 && (
        <Section {...part('connections')}>
          <Facts
            items={[
              connectable.includes('custom_domain') && {
                label: t('front.custom_domain'),
                value: connections?.domain,
              },
              connectable.includes('custom_smtp') && { label: t('front.mail'), value: connections?.mail },
              connections?.sender !== undefined && {
                label: t('front.smtp_sender_email'),
                value: connections.sender,
              },
              connectable.includes('chip') && {
                label: t('front.gateway_brand_id'),
                value: connections?.brand,
              },
            ]}
          />
        </Section>
      )}
    </>
  )
}

/** Missing and invalid answers, each linked to its step. */
export function ReviewProblems({ code, problems }: { code: string; problems: readonly ToldProblem[] }) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  const what = ({ step, fields, code: why }: ToldProblem) => {
    if (why) return t(`refusal.${why}`)
    if (step === 'documents') return t('front.documents_missing')
    return fields.map((name) => t(`front.${name}`)).join(', ')
  }
  return (
    <Notice tone="warning" title={t('front.problems', { count: problems.length })}>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.step} ${problem.code}`}>
            <a href={paths.front.step(code, problem.step, !problem.code)}>
              {t(`front.steps.${problem.step}`)}: {what(problem)}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
