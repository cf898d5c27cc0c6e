import type { Permission } from '#app/domain/core/access/access.ts'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { paths } from '#app/paths.ts'

/** A page of settings; its words are `setting.<name>.title` and `.about`. */
export interface SettingSection {
  name: string
  href: string
  permission: Permission
}

/** The settings of an organisation in the order in which a new one begins, with `setting.groups.<name>` as heading. */
export const settingGroups: readonly { name: string; sections: readonly SettingSection[] }[] = [
  {
    name: 'organisation',
    sections: [
      { name: 'contact', href: paths.setting.contact(), permission: 'entity.edit' },
      { name: 'brand', href: paths.setting.brand(), permission: 'branding.view' },
      { name: 'labels', href: paths.setting.label(), permission: 'label.view' },
      { name: 'year', href: paths.setting.year(), permission: 'entity.edit' },
    ],
  },
  {
    name: 'paid',
    sections: [
      { name: 'bank', href: paths.setting.bank(), permission: 'bank.view' },
      { name: 'payment', href: paths.setting.payment(), permission: 'invoice_setting.view' },
      { name: 'chip', href: paths.setting.chip(), permission: 'gateway.view' },
      { name: 'duitnow', href: paths.setting.duitnow(), permission: 'gateway.view' },
      { name: 'counter', href: paths.setting.counter(), permission: 'invoice_setting.edit' },
      { name: 'options', href: paths.payment_option.list(), permission: 'payment_option.view' },
    ],
  },
  {
    name: 'billing',
    sections: [
      { name: 'invoice', href: paths.setting.invoice(), permission: 'invoice_setting.view' },
      { name: 'generation', href: paths.setting.generation(), permission: 'invoice_setting.view' },
      { name: 'reminder', href: paths.setting.reminder(), permission: 'invoice_setting.view' },
      { name: 'fee_types', href: paths.fee_type.list(), permission: 'fee_type.view' },
      { name: 'einvoice', href: paths.einvoiceSetting.index(), permission: 'einvoice_setting.view' },
    ],
  },
  {
    name: 'registration',
    sections: [
      { name: 'registration', href: paths.setting.registration(), permission: 'registration_setting.view' },
      { name: 'application', href: paths.setting.application(), permission: 'registration_setting.edit' },
      { name: 'legal', href: paths.legal_paper.list(), permission: 'legal_paper.view' },
    ],
  },
  {
    name: 'classes',
    sections: [
      { name: 'attendance', href: paths.attendance_setting.edit(), permission: 'registration_setting.edit' },
    ],
  },
  {
    name: 'technical',
    sections: [
      { name: 'mail', href: paths.setting.mail(), permission: 'smtp.view' },
      { name: 'domain', href: paths.setting.domain(), permission: 'domain.view' },
      { name: 'help', href: paths.setting.help(), permission: 'support.view' },
      { name: 'subscription', href: paths.setting.subscription(), permission: 'subscription.view' },
    ],
  },
]

/** Lists that the menu hides without their feature; what was recorded before a change of package is still there. */
export const hiddenLists: readonly { feature: FeatureCode; href: string; permission: Permission }[] = [
  { feature: 'infaq', href: paths.infaq.list(), permission: 'donation.view' },
  { feature: 'zakat', href: paths.zakat.list(), permission: 'donation.view' },
  { feature: 'bank_transfer', href: paths.transfer_slip.list(), permission: 'transfer_slip.view' },
  { feature: 'statement_matching', href: paths.bank_statement.list(), permission: 'bank_statement.view' },
  { feature: 'online_registration', href: paths.application.list(), permission: 'application.view' },
]
