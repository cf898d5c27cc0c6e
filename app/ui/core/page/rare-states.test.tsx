import type { ReactElement } from 'react'
import { describe, expect, test } from 'vitest'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Flash } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import {
  CheckboxGroup,
  CodeField,
  DateField,
  FileField,
  MoneyField,
  PercentField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { NarrowPage, Shell } from '#app/ui/core/layout/frames.tsx'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { ProgressPage } from '#app/ui/core/page/ProgressPage.tsx'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { markup } from '#tests/support/pages/markup.tsx'
import { pageFaults } from '#tests/support/pages/page-faults.ts'
import { rawWords, wordsOfPage } from '#tests/support/pages/raw-words.ts'
import { AmountHeader } from './Amount.tsx'

/** States of pages that no walk over the demo meets; every page that it does meet is held to the same. */
const languages = [
  { locale: 'en', label: 'English', href: '?lang=en', current: true },
  { locale: 'my', label: 'Bahasa Melayu', href: '?lang=my', current: false },
] as const
const organisation = { name: 'Tadika Sinar Harapan' }
const columns = columnsOf<{ id: string; code: string; fee: number }>()(
  { key: 'code', label: 'test.code', sort: true },
  { key: 'fee', label: 'test.fee', kind: 'percent' },
)
const words = { test: { code: 'Code', fee: 'Fee', menu: 'Categories', people: 'People', letter: 'Letter' } }
const nothing = { rows: [], total: 0, page: 1, limit: 25, pages: 0 }
const add = { label: 'New category', href: '/category/new' }

const staff = (content: ReactElement) => (
  <Shell
    organisation={organisation}
    places={[
      { label: 'test.menu', href: '/category', current: true, count: 0 },
      { label: 'test.people', href: '/people', current: false, count: 4 },
    ]}
    user={{ name: 'Noraini binti Kamal', role: 'Clerk', href: '/profile' }}
    languages={languages}
  >
    {content}
  </Shell>
)
const everybody = (content: ReactElement) => (
  <NarrowPage organisation={organisation} languages={languages} links={[{ label: 'Help', href: '/help' }]}>
    {content}
  </NarrowPage>
)

function field(name: string, initialValue?: string | string[], errors?: string[], required = true) {
  const id = `form-${name}`
  return {
    id,
    name,
    initialValue,
    errors,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
    required,
  }
}

const wrong = {
  code: ['duplicate.category_code'],
  amount: ['input.amount_decimals'],
  starts_on: ['input.date'],
}

const states: Record<string, ReactElement> = {
  'a form with an error in each kind of field and an open question': staff(
    <EditPage
      title="New fee"
      back={{ label: 'Fees', href: '/fee' }}
      form={{ id: 'form', errors: [], allErrors: wrong }}
      noun="test"
      cancel="/fee"
      danger={
        <ConfirmButton
          label="Remove"
          text="Remove this fee? It has never been used."
          action="/fee/remove"
          confirm="Remove this fee"
          open
        />
      }
    >
      <TextField of={field('code', 'YR1', wrong.code)} label="Code" hint="Letters and digits" width="short" />
      <MoneyField of={field('amount', '120.505', wrong.amount)} label="Amount" />
      <PercentField of={field('tax', '6')} label="Service tax" />
      <DateField of={field('starts_on', '', wrong.starts_on)} label="Starts" />
      <TextField of={field('subdomain', 'sinar')} label="Sub-domain" suffix=".lunas.test" width="medium" />
      <CheckboxGroup
        of={field('branches', ['klang'], undefined, false)}
        label="Branches"
        options={[{ value: 'klang', label: 'Klang' }]}
      />
      <TextArea of={{ ...field('remark', '', undefined, false), maxLength: 200 }} label="Remark" rows={3} />
      <FileField of={field('letter', undefined, undefined, false)} label="Letter" accept="application/pdf" />
    </EditPage>,
  ),
  'a wrong code': everybody(
    <>
      <h1>Enter the code</h1>
      <form method="post" id="form" noValidate>
        <ErrorSummary form={{ id: 'form', allErrors: { code: ['auth.token_invalid'] } }} noun="test" />
        <CodeField of={field('code', undefined, ['auth.token_invalid'])} label="Code" />
        <SubmitButton>Sign in</SubmitButton>
      </form>
    </>,
  ),
  'a list without a row': staff(
    <ListPage title="Categories" columns={columns} page={{ ...nothing, search: {} }} add={add} />,
  ),
  'a list without a match': staff(
    <ListPage
      title="Categories"
      columns={columns}
      page={{ ...nothing, search: { q: 'tahun 9' } }}
      add={add}
    />,
  ),
  'a percentage in a list': staff(
    <ListPage
      title="Categories"
      columns={columns}
      page={{ rows: [{ id: '1', code: 'K1', fee: 150 }], total: 1, page: 1, limit: 25, pages: 1, search: {} }}
    />,
  ),
  'work under way': staff(
    <ProgressPage
      title="Making February's invoices"
      text="This goes on by itself."
      done={180}
      total={412}
      refresh="?"
      leave={{ label: 'Back to invoices', href: '/invoice' }}
    />,
  ),
  'a payment that waits': everybody(
    <>
      <MessagePage tone="wait" title="We are waiting for your bank" detail="26010914-0234" />
      <Timeline
        items={[
          { title: 'Sent to Maybank2u', at: '2026-01-09T06:05:00Z', tone: 'good' },
          { title: 'The bank has not answered', text: 'We ask again at 14:12.', tone: 'wait' },
          { title: 'Receipt', tone: 'draft' },
        ]}
      />
    </>,
  ),
  'a paid invoice': everybody(
    <>
      <AmountHeader
        about="Invoice INV26-00119"
        sen={36_000}
        settled
        status={<StatusBadge status="paid" label="Paid in full" />}
      />
      <Facts
        columns={2}
        items={[
          { label: 'Phone', value: '' },
          { label: 'Health', value: 'Well', wide: true },
        ]}
      />
    </>,
  ),
  'what is not there': everybody(<MessagePage title="This page does not exist" tone="off" />),
  'what failed, after something else': staff(
    <>
      <Flash tone="success">Payment recorded.</Flash>
      <MessagePage title="Unexpected error" tone="bad" actions={<a href="/">Start</a>} detail="01JH7Z3M8K" />
    </>,
  ),
}

describe.each(Object.entries(states))('%s', (_, state) => {
  test.each(['en', 'my'] as const)('is a sound page, with all its words, in %s', async (locale) => {
    const html = await markup(state, { locale, words })
    expect(pageFaults(html)).toEqual([])
    const said = wordsOfPage(html)
    expect(said.flatMap(rawWords)).toEqual([])
    expect(said.filter((text) => /\btest\.[a-z]/.test(text))).toEqual([])
  })
})
