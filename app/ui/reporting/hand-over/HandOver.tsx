import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { HandOverNoun } from '#app/domain/reporting/hand-overs/hand-over.ts'
import { handOverForm } from '#app/domain/reporting/hand-overs/hand-over.ts'
import { paths } from '#app/paths.ts'
import type { HandOverPageFacts } from '#app/server/hand-overs/hand-over-page.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { optionsOf, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** On the page of what is ready: who was asked to do it and when, or the button by which somebody is asked. */
export function HandOverNotice({ of }: { of: NonNullable<HandOverPageFacts> }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { noun, id, asked, may_ask, may_withdraw, may_do } = of
  const at = asked && formatInstant(asked.asked_at, locale)
  const name = asked?.name ?? t('hand_over.all')
  return (
    <Notice tone={asked ? 'info' : 'success'} title={t(`hand_over.ready.${noun}`)}>
      {asked && (
        <p>
          {may_withdraw
            ? t('hand_over.you_asked', { name, at })
            : t('hand_over.asked', { asker: asked.asker, name, at })}{' '}
          {!may_do && t('hand_over.mailed', { count: asked.mailed })}
        </p>
      )}
      {asked?.note && <p>{t('hand_over.said', { note: asked.note })}</p>}
      {!asked && <p>{t(`hand_over.who.${noun}`)}</p>}
      {(may_ask || may_withdraw) && (
        <div className="actions">
          {may_ask && (
            <LinkButton href={paths[noun].ask(id)} look={asked ? 'plain' : 'primary'}>
              {t(asked ? 'hand_over.again' : `hand_over.ask.${noun}`)}
            </LinkButton>
          )}
          {may_withdraw && (
            <PostButton action={paths[noun].askWithdraw(id)}>{t('hand_over.withdraw')}</PostButton>
          )}
        </div>
      )}
    </Notice>
  )
}

interface AskPageProps {
  noun: HandOverNoun
  id: string
  people: readonly { id: string; name: string }[]
  before: { asked_of: string; note: string }
  answer: Parameters<typeof useFormOf>[1]
}

/** Asks one of those who may do it, or all of them. */
export function AskPage({ noun, id, people, before, answer }: AskPageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(handOverForm, answer, before)
  return (
    <EditPage
      title={t(`hand_over.ask.${noun}`)}
      back={{ label: t(`${noun}.one`), href: paths[noun].view(id) }}
      form={form}
      noun="hand_over"
      submit={t('hand_over.send')}
    >
      {people.length === 0 && (
        <Notice tone="warning">
          <p>{t('hand_over.alone')}</p>
        </Notice>
      )}
      <SelectField
        of={fields.asked_of}
        label={t('hand_over.asked_of')}
        hint={t('hand_over.asked_of_hint')}
        options={optionsOf(people)}
        blank={t('hand_over.anyone', { count: people.length })}
        optional
      />
      <TextField of={fields.note} label={t('hand_over.note')} hint={t('hand_over.note_hint')} optional />
    </EditPage>
  )
}
