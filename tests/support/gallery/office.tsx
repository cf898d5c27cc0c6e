import { Notice } from '#app/ui/feedback/Notice.tsx'
import { Figures } from '#app/ui/page/Figures.tsx'
import { MessagePage } from '#app/ui/page/MessagePage.tsx'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { ProgressPage } from '#app/ui/page/ProgressPage.tsx'
import { Section } from '#app/ui/page/Section.tsx'
import { type Sample, Staff } from './frame.tsx'

export const officeSamples: Sample[] = [
  {
    name: 'dashboard',
    sheet: 'lunas',
    content: (
      <Staff current="dashboard">
        <PageHeader title="Good morning, Noraini" subtitle="Saturday, 31 Jan 2026" />
        <Figures
          items={[
            { label: 'Collected this month', value: 'RM48,210.00', hint: 'RM45,900.00 in December' },
            { label: 'Outstanding', value: 'RM12,480.50', hint: '86 invoices', href: '/invoice' },
            { label: 'Overdue', value: 'RM3,960.00', hint: '22 invoices', href: '/invoice?status=overdue' },
            { label: 'Payments today', value: '14', hint: 'RM2,520.00' },
          ]}
        />
        <Section title="Waiting for you">
          <Notice tone="warning" title="Your subscription ends on 14 Feb 2026">
            <p>
              Parents can still pay after that day, but new invoices cannot be made.{' '}
              <a href="/renew">Renew now</a>
            </p>
          </Notice>
        </Section>
      </Staff>
    ),
  },
  {
    name: 'progress',
    sheet: 'lunas',
    content: (
      <Staff current="invoice">
        <ProgressPage
          title="Making February's invoices"
          text="This goes on by itself; you may leave this page and come back."
          done={180}
          total={412}
          refresh="?"
          leave={{ label: 'Back to invoices', href: '/invoice' }}
        />
      </Staff>
    ),
  },
  {
    name: 'refused',
    sheet: 'lunas',
    content: (
      <Staff current="">
        <MessagePage
          title="Action not allowed"
          text="Your role does not include this page. Ask an administrator of your organisation if you need it."
          tone="off"
          actions={<a href="/">Go to the start page</a>}
        />
      </Staff>
    ),
  },
]
