import { useTranslation } from 'react-i18next'
import { fewestLetters, mostFound } from '#app/domain/identity/accounts/organisations.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'

interface Props {
  name: string
  /** Enough was typed to look for. */
  asked: boolean
  organisations: readonly { id: string; name: string; host: string; href: string }[]
  more: boolean
}

/** By name, as its address can be shared: a form that asks, and what was found below it. */
export function OrganisationSearch({ name, asked, organisations, more }: Props) {
  const { t } = useTranslation()
  const short = name !== '' && !asked
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too young for the phones that come here */}
      <form role="search">
        <div className="field">
          <label htmlFor="name">{t('auth.organisation.name')}</label>
          <p className={short ? 'error' : 'hint'} id="name-hint">
            {t('auth.organisation.name_hint', { min: fewestLetters })}
          </p>
          <div className="affix">
            <input
              type="search"
              id="name"
              name="name"
              defaultValue={name}
              minLength={fewestLetters}
              maxLength={100}
              enterKeyHint="search"
              autoComplete="organization"
              aria-describedby="name-hint"
              aria-invalid={short || undefined}
            />
            <button type="submit">{t('common.find')}</button>
          </div>
        </div>
      </form>
      {asked && organisations.length === 0 && (
        <EmptyState
          title={t('auth.organisation.none_named', { name })}
          hint={t('auth.organisation.none_named_hint')}
        />
      )}
      {organisations.length > 0 && (
        <>
          <p role="status">
            {more
              ? t('auth.organisation.more', { most: mostFound })
              : t('auth.organisation.found', { count: organisations.length })}
          </p>
          <Entries items={organisations.map(({ name, host, href }) => ({ title: name, meta: host, href }))} />
        </>
      )}
    </>
  )
}
