import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/contact/phone.ts'
import { Organisation } from '#app/ui/layout/Organisation.tsx'

interface Props {
  organisation: {
    name: string
    company_name: string
    registration_number: string
    contact_phone: string
    contact_email: string
  }
  /** Addresses of the pictures. */
  logo: string | null
  banner: string | null
  background: string | null
}

/** Where families meet the pictures and the colour: the sign-in page, [an invoice] and its receipt, each in small. */
export function BrandPreview({ organisation, logo, banner, background }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <figure>
        <figcaption>{t('setting.brand.preview_sign_in')}</figcaption>
        <div className="notice">
          {banner && <img src={banner} alt="" loading="lazy" />}
          <Organisation name={organisation.name} {...(logo ? { logo } : {})} />
          <div className="actions">
            <span className="button primary">{t('auth.sign_in')}</span>
          </div>
          {background && <img src={background} alt="" width="320" loading="lazy" />}
        </div>
      </figure>
      {(['invoice', 'receipt'] as const).map((paper) => (
        <figure key={paper}>
          <figcaption>{t(`setting.brand.preview_${paper}`)}</figcaption>
          <div className="notice">
            {logo && <img src={logo} alt="" height="64" loading="lazy" />}
            <p>
              <strong>{organisation.name}</strong>
            </p>
            <p className="small quiet">
              {organisation.company_name} · {organisation.registration_number}
            </p>
            <p className="small quiet">
              {unbrokenPhone(organisation.contact_phone)} · {organisation.contact_email}
            </p>
          </div>
        </figure>
      ))}
    </>
  )
}
