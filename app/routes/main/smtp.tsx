import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { NarrowFrame } from '#app/ui/layout/frames.tsx'
import { Entries } from '#app/ui/page/Entries.tsx'

/** Help about mail servers, for who sets one up: words only, nothing of anybody's settings. */
export const handle = { access: 'guest', title: 'smtp.title', look: 'public' } satisfies Handle

const fields = ['host', 'port', 'username', 'password', 'sender_name', 'sender_email'] as const
const problems = ['refused', 'login', 'spam'] as const

export default function Smtp() {
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <h1>{t('smtp.title')}</h1>
      <p>{t('smtp.text')}</p>
      <section aria-labelledby="fields">
        <h2 id="fields">{t('smtp.fields_title')}</h2>
        <Entries
          items={fields.map((key) => ({
            title: t(`smtp.fields.${key}.name`),
            meta: t(`smtp.fields.${key}.text`),
          }))}
        />
      </section>
      <section aria-labelledby="steps">
        <h2 id="steps">{t('smtp.steps_title')}</h2>
        <p>{t('smtp.steps')}</p>
      </section>
      <section aria-labelledby="problems">
        <h2 id="problems">{t('smtp.problems_title')}</h2>
        <Entries
          items={problems.map((key) => ({
            title: t(`smtp.problems.${key}.name`),
            meta: t(`smtp.problems.${key}.text`),
          }))}
        />
      </section>
      <p className="quiet">{t('smtp.secret')}</p>
      <p>
        <a href={paths.admin.login()}>{t('auth.sign_in_operator')}</a>
      </p>
    </NarrowFrame>
  )
}
