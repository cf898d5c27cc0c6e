import { useTranslation } from 'react-i18next'
import { addressLine, type WrittenAddress } from '#app/domain/core/contact/address.ts'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'

/** The platform has no more than its name. */
export interface Sender extends WrittenAddress {
  name: string
  company_name?: string
  registration_number?: string
  sst_number?: string | null
  tax_registered?: boolean
  contact_phone?: string
  contact_email?: string
}

interface LetterheadProps {
  organisation: Sender
  /** An address that whoever renders the sheet can reach. */
  logo: string | null
}

/** Whose paper it is: name, company, registration, address and how to reach it. */
export function Letterhead({ organisation, logo }: LetterheadProps) {
  const { t } = useTranslation()
  const { name, company_name, registration_number, sst_number, tax_registered } = organisation
  const company = company_name === name ? null : company_name
  const tax = tax_registered && sst_number ? t('invoice.paper.sst', { number: sst_number }) : null
  const phone = unbrokenPhone(organisation.contact_phone ?? '')
  const lines = [
    [company, registration_number, tax].filter(Boolean).join(' · '),
    addressLine(organisation),
    [phone, organisation.contact_email].filter(Boolean).join(' · '),
  ]
  return (
    <header className="letterhead">
      {logo && <img className="logo" src={logo} alt="" height="64" />}
      <div>
        <strong>{name}</strong>
        {lines.filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </header>
  )
}
