import { useTranslation } from 'react-i18next'
import { FpxMark } from './FpxMark.tsx'

/** That who goes on accepts FPX's terms, which open in a window of their own, as PayNet asks. */
export function FpxTerms({ url }: { url: string | null }) {
  const { t } = useTranslation()
  return (
    <p className="small">
      <FpxMark /> {t('fpx.terms')}{' '}
      {url && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('fpx.terms_link')}
        </a>
      )}
    </p>
  )
}
