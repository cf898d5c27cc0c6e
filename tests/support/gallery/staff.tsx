import { columnsOf } from '#app/domain/lists/columns.ts'
import { Flash } from '#app/ui/feedback/Flash.tsx'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/form/Button.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { Section } from '#app/ui/page/Section.tsx'
import { SubNav } from '#app/ui/page/SubNav.tsx'
import { Timeline } from '#app/ui/page/Timeline.tsx'
import { ViewPage } from '#app/ui/page/ViewPage.tsx'
import { FilterDate, FilterSelect } from '#app/ui/table/Filters.tsx'
import { Table } from '#app/ui/table/Table.tsx'
import { categoryPage, invoicePage, invoices, tenantPage } from './data.ts'
import { Operator, type Sample, Staff } from './frame.tsx'

const categoryColumns = columnsOf<(typeof categoryPage.rows)[number]>()(
  { key: 'code', label: 'sample.column.code', sort: true },
  { key: 'name', label: 'sample.column.name', sort: true },
  { key: 'kind', label: 'sample.column.kind' },
  { key: 'subjects', label: 'sample.column.subjects', kind: 'count', sort: true },
  { key: 'status', label: 'sample.column.status', kind: 'status' },
)

const invoiceColumns = columnsOf<(typeof invoices)[number]>()(
  { key: 'number', label: 'sample.column.number', sort: true },
  { key: 'student', label: 'sample.column.student', sort: true },
  { key: 'issued_on', label: 'sample.column.issued_on', kind: 'date', sort: true },
  { key: 'due_on', label: 'sample.column.due_on', kind: 'date', sort: true },
  { key: 'total_sen', label: 'sample.column.total', kind: 'money', total: true, sort: true },
  { key: 'balance_sen', label: 'sample.column.balance', kind: 'money', total: true },
  { key: 'status', label: 'sample.column.status', kind: 'status' },
)

const tenantColumns = columnsOf<(typeof tenantPage.rows)[number]>()(
  { key: 'organisation', label: 'sample.column.organisation', sort: true },
  { key: 'subdomain', label: 'sample.column.subdomain' },
  { key: 'students', label: 'sample.column.students', kind: 'count', total: true },
  { key: 'collected_sen', label: 'sample.column.collected', kind: 'money', total: true, sort: true },
  { key: 'fee', label: 'sample.column.fee', kind: 'percent' },
  { key: 'expires_on', label: 'sample.column.expires_on', kind: 'date', sort: true },
  { key: 'status', label: 'sample.column.status', kind: 'status' },
)

const statusFilter = (
  <>
    <FilterSelect
      name="status"
      label="Status"
      value="overdue"
      options={[
        { value: 'unpaid', label: 'Unpaid' },
        { value: 'overdue', label: 'Overdue' },
        { value: 'paid', label: 'Paid' },
      ]}
    />
    <FilterDate name="from" label="Issued from" value="2026-01-01" />
    <FilterDate name="to" label="Issued to" />
  </>
)

export const staffSamples: Sample[] = [
  {
    name: 'list',
    sheet: 'lunas',
    content: (
      <Staff current="category">
        <ListPage
          title="Categories"
          columns={categoryColumns}
          page={categoryPage}
          open={(row) => `/category/view/${row.id}`}
          add={{ label: 'New category', href: '/category/new' }}
          print="/category/print"
          filters={
            <FilterSelect name="status" label="Status" options={[{ value: 'active', label: 'Active' }]} />
          }
        />
      </Staff>
    ),
  },
  {
    name: 'list-totals',
    sheet: 'lunas',
    colour: '#7a1f2b',
    content: (
      <Staff current="invoice">
        <ListPage
          title="Invoices"
          columns={invoiceColumns}
          page={invoicePage}
          open={(row) => `/invoice/view/${row.id}`}
          add={{ label: 'New invoice', href: '/invoice/new' }}
          actions={<LinkButton href="/invoice/generate">Generate…</LinkButton>}
          print="/invoice/print"
          filters={statusFilter}
        />
      </Staff>
    ),
  },
  {
    name: 'list-empty',
    sheet: 'lunas',
    content: (
      <Staff current="category">
        <ListPage
          title="Categories"
          columns={categoryColumns}
          page={{ rows: [], total: 0, page: 1, limit: 25, pages: 0, search: {} }}
          add={{ label: 'New category', href: '/category/new' }}
          empty={{
            title: 'No categories yet',
            hint: 'Categories group subjects by level, age or stream, for lists, registration and reports.',
            action: { label: 'New category', href: '/category/new' },
          }}
        />
      </Staff>
    ),
  },
  {
    name: 'list-no-match',
    sheet: 'lunas',
    content: (
      <Staff current="category">
        <ListPage
          title="Categories"
          columns={categoryColumns}
          page={{ rows: [], total: 0, page: 1, limit: 25, pages: 0, search: { q: 'tahun 9' } }}
          add={{ label: 'New category', href: '/category/new' }}
        />
      </Staff>
    ),
  },
  {
    name: 'operator',
    sheet: 'lunas',
    content: (
      <Operator current="entity">
        <ListPage
          title="Organisations"
          columns={tenantColumns}
          page={tenantPage}
          open={(row) => `/admin/entity/view/${row.subdomain}`}
          print="/admin/entity/print"
        />
      </Operator>
    ),
  },
  {
    name: 'view',
    sheet: 'lunas',
    content: (
      <Staff current="student">
        <Flash tone="success">Payment of RM180.00 recorded. Receipt R26-00412 has been sent.</Flash>
        <ViewPage
          title="Muhammad Irfan bin Azman"
          subtitle="S-2024-0117"
          back={{ label: 'Students', href: '/student' }}
          status={<StatusBadge status="active" />}
          actions={
            <>
              <PostButton action="/student/1/deactivate">Deactivate</PostButton>
              <LinkButton href="/student/1/edit" look="primary">
                Edit
              </LinkButton>
              <ConfirmButton
                label="Remove"
                text="Remove Muhammad Irfan bin Azman? Invoices and payments stay."
                action="/student/1/remove"
                confirm="Remove this student"
              />
            </>
          }
        >
          <SubNav
            label="Student"
            items={[
              { label: 'Details', href: '#', current: true },
              { label: 'Subjects', href: '#subjects' },
              { label: 'Invoices', href: '#invoices' },
              { label: 'Attendance', href: '#attendance' },
            ]}
          />
          <Facts
            columns={2}
            items={[
              { label: 'IC number', value: '180314-00-4421' },
              { label: 'Date of birth', value: '14 Mar 2018' },
              { label: 'Branch', value: 'Shah Alam' },
              { label: 'Registered', value: '2 Jan 2024' },
              { label: 'Phone', value: '' },
              { label: 'Transport', value: 'School van' },
              { label: 'Health', value: 'Mild asthma; keeps an inhaler in the blue bag.', wide: true },
            ]}
          />
          <Section title="Invoices" actions={<a href="/invoice/new">New invoice</a>}>
            <Table
              caption="Invoices"
              columns={invoiceColumns}
              rows={invoices.slice(0, 4)}
              totals={{ total_sen: 84_000, balance_sen: 36_000 }}
              open={(row) => `/invoice/view/${row.id}`}
            />
          </Section>
          <Section title="History">
            <Timeline
              items={[
                { title: 'Application approved', at: '2023-12-18T03:20:00Z', tone: 'good' },
                { title: 'Registered', at: '2024-01-02T01:05:00Z', tone: 'good' },
                {
                  title: 'Fee changed',
                  at: '2025-01-02T01:05:00Z',
                  text: 'By Noraini binti Kamal',
                  tone: 'open',
                },
              ]}
            />
          </Section>
        </ViewPage>
      </Staff>
    ),
  },
]
