import type { ReactElement, ReactNode } from 'react'
import { NarrowPage } from '#app/ui/layout/NarrowPage.tsx'
import { Shell } from '#app/ui/layout/Shell.tsx'

/** One page of the gallery: which stylesheet it has, and what it shows. */
export interface Sample {
  name: string
  sheet: 'lunas' | 'public' | 'paper'
  /** The organisation's colour, if not Lunas' own. */
  colour?: string
  content: ReactElement
}

export const languages = [
  { locale: 'en', label: 'English', href: '?lang=en', current: true },
  { locale: 'my', label: 'Bahasa Melayu', href: '?lang=my', current: false },
] as const

export function Staff({ current, children }: { current: string; children: ReactNode }) {
  const item = (name: string, count?: number) => ({
    label: `sample.menu.${name}`,
    href: `/${name}`,
    current: name === current,
    count,
  })
  return (
    <Shell
      organisation={{ name: 'Tadika Sinar Harapan' }}
      menu={[
        { items: [item('dashboard')] },
        {
          title: 'sample.menu.money',
          items: [item('invoice'), item('payment'), item('collection'), item('infaq'), item('einvoice')],
        },
        {
          title: 'sample.menu.people',
          items: [item('application', 4), item('student'), item('parent'), item('trainer'), item('staff')],
        },
        {
          title: 'sample.menu.catalogue',
          items: [item('program'), item('category'), item('module'), item('subject')],
        },
        { title: 'sample.menu.office', items: [item('announcement'), item('report'), item('setting')] },
      ]}
      user={{ name: 'Noraini binti Kamal', role: 'Clerk', href: '/profile' }}
      languages={languages}
    >
      {children}
    </Shell>
  )
}

export function Operator({ current, children }: { current: string; children: ReactNode }) {
  const item = (name: string) => ({
    label: `sample.menu.${name}`,
    href: `/${name}`,
    current: name === current,
  })
  return (
    <Shell
      organisation={{ name: 'Lunas', logo: '/favicon.svg' }}
      menu={[
        { items: [item('dashboard')] },
        { title: 'sample.menu.tenants', items: [item('registration'), item('entity'), item('subscription')] },
        { title: 'sample.menu.money', items: [item('collection'), item('payout'), item('revenue')] },
      ]}
      user={{ name: 'Operator', role: 'Finance', href: '/admin/profile' }}
      languages={languages}
    >
      {children}
    </Shell>
  )
}

export function Public({ name = 'Tadika Sinar Harapan', children }: { name?: string; children: ReactNode }) {
  return (
    <NarrowPage
      organisation={{ name }}
      languages={languages}
      links={[
        { label: 'Help', href: '/help' },
        { label: 'Terms', href: '/terms' },
        { label: 'Privacy', href: '/privacy' },
      ]}
    >
      {children}
    </NarrowPage>
  )
}

/** A field as conform would hand it over. */
export function field(
  name: string,
  initialValue?: string | readonly string[],
  errors?: readonly string[],
  more: { required?: boolean; maxLength?: number } = { required: true },
) {
  const id = `form-${name}`
  return {
    id,
    name,
    initialValue,
    errors,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
    ...more,
  }
}

export const words = {
  menu: {
    dashboard: 'Dashboard',
    money: 'Money',
    people: 'People',
    catalogue: 'Catalogue',
    office: 'Office',
    tenants: 'Organisations',
    invoice: 'Invoices',
    payment: 'Payments',
    collection: 'Collections',
    infaq: 'Infaq and zakat',
    einvoice: 'E-invoices',
    application: 'Applications',
    student: 'Students',
    parent: 'Parents',
    trainer: 'Trainers',
    staff: 'Staff',
    program: 'Programs',
    category: 'Categories',
    module: 'Modules',
    subject: 'Subjects',
    announcement: 'Announcements',
    report: 'Reports',
    setting: 'Settings',
    registration: 'Registrations',
    entity: 'Organisations',
    subscription: 'Subscriptions',
    payout: 'Payouts',
    revenue: 'Revenue',
  },
  column: {
    code: 'Code',
    name: 'Name',
    kind: 'Kind',
    subjects: 'Subjects',
    status: 'Status',
    number: 'Number',
    student: 'Student',
    issued_on: 'Issued',
    due_on: 'Due',
    total: 'Total',
    balance: 'Balance',
    organisation: 'Organisation',
    subdomain: 'Sub-domain',
    students: 'Students',
    collected: 'Collected',
    expires_on: 'Expires',
    fee: 'Fee',
    quantity: 'Qty',
    price: 'Price',
    amount: 'Amount',
  },
}
