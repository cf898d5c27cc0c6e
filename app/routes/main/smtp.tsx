import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

/** Help about mail servers, for who sets one up: words only, nothing of anybody's settings. */
export const handle = { access: 'guest', title: 'smtp.title', look: 'public' } satisfies Handle

const fields = ['host', 'port', 'username', 'password', 'sender_name', 'sender_email'] as const
const steps = ['enter', 'test', 'code', 'use'] as const
/** Where the mailboxes of schools are; names of servers and menus are the same in each language. */
const providers = [
  { key: 'google', host: 'smtp.gmail.com', port: '587' },
  { key: 'microsoft', host: 'smtp.office365.com', port: '587' },
  { key: 'cpanel', host: 'mail.sekolahanda.edu.my', port: '465' },
  { key: 'zoho', host: 'smtp.zoho.com, smtppro.zoho.com', port: '465' },
] as const
/** The sentences of our own pages, as they say them. */
const faults = [
  'credentials',
  'unreachable',
  'not_public',
  'port',
  'tls',
  'certificate',
  'refused',
  'deferred',
  'slow',
  'nonsense',
  'code',
] as const

export default function Smtp() {
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <h1>{t('smtp.title')}</h1>
      <p>{t('smtp.text')}</p>
      <Section title={t('smtp.fields_title')}>
        <Entries
          items={fields.map((key) => ({
            title: t(`smtp.fields.${key}.name`),
            meta: t(`smtp.fields.${key}.text`),
          }))}
        />
      </Section>
      <Section title={t('smtp.steps_title')}>
        <ol>
          {steps.map((key) => (
            <li key={key}>{t(`smtp.steps.${key}`)}</li>
          ))}
        </ol>
        <h3>{t('smtp.code_title')}</h3>
        <p>{t('smtp.code_text')}</p>
      </Section>
      {providers.map(({ key, host, port }) => (
        <Section key={key} title={t(`smtp.providers.${key}.name`)}>
          <Facts
            items={[
              { label: t('smtp.fields.host.name'), value: <Host name={host} /> },
              { label: t('smtp.fields.port.name'), value: port },
              { label: t('smtp.fields.username.name'), value: t('smtp.whole_address') },
              { label: t('smtp.fields.password.name'), value: t(`smtp.providers.${key}.password`) },
            ]}
          />
          <p>{t(`smtp.providers.${key}.how`)}</p>
          <p className="quiet">{t(`smtp.providers.${key}.mind`)}</p>
        </Section>
      ))}
      <Section title={t('smtp.faults_title')}>
        <p>{t('smtp.faults_text')}</p>
        <Entries
          items={faults.map((key) => ({
            title: `“${t(`mail_server.fault.${key}`)}”`,
            meta: t(`smtp.faults.${key}`),
          }))}
        />
      </Section>
      <Section title={t('smtp.spam_title')}>
        <p>{t('smtp.spam_text')}</p>
      </Section>
      <p className="quiet">{t('smtp.secret')}</p>
      <p>
        <a href={paths.admin.login()}>{t('auth.sign_in_operator')}</a>
      </p>
    </NarrowFrame>
  )
}

/** The name of a server, which a narrow screen may break at its dots. */
function Host({ name }: { name: string }) {
  return name.split('.').map((part, index) => (
    <Fragment key={name.split('.', index + 1).join('.')}>
      {index > 0 && <wbr />}
      {index > 0 ? `.${part}` : part}
    </Fragment>
  ))
}
