import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/contact/phone.ts'

interface LetterheadProps {
  organisation: {
    name: string
    company_name: string
    registration_number: string
    sst_number: string | null
    tax_registered: boolean
    contact_phone: string
    contact_email: string
    address_line1: string | null
    address_line2: string | null
    address_line3: string | null
    postcode: string | null
    city: string | null
  }
  /** An address that whoever renders the sheet can reach. */
  logo: string | null
}

/** Whose paper it is: name, company, registration, address and how to reach it. */
export function Letterhead({ organisation, logo }: LetterheadProps) {
  const { t } = useTranslation()
  const { name, company_name, registration_number, sst_number, tax_registered } = organisation
  const company = company_name === name ? null : company_name
  const town = [organisation.postcode, organisation.city].filter(Boolean).join(' ')
  const { address_line1, address_line2, address_line3 } = organisation
  const address = [address_line1, address_line2, address_line3, town].filter(Boolean).join(', ')
  const tax = tax_registered && sst_number ? t('invoice.paper.sst', { number: sst_number }) : null
  return (
    <header className="letterhead">
      {logo && <img className="logo" src={logo} alt="" height="64" />}
      <div>
        <strong>{name}</strong>
        <p>{[company, registration_number, tax].filter(Boolean).join(' · ')}</p>
        {address && <p>{address}</p>}
        <p>
          {[formatPhone(organisation.contact_phone), organisation.contact_email].filter(Boolean).join(' · ')}
        </p>
      </div>
    </header>
  )
}
