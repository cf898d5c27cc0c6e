import { columnsOf } from '#app/domain/lists/columns.ts'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { Amount } from '#app/ui/page/Amount.tsx'
import { Sums } from '#app/ui/page/Sums.tsx'
import { Table } from '#app/ui/table/Table.tsx'
import { invoices } from './data.ts'
import type { Sample } from './frame.tsx'

const lines = [
  { name: 'Monthly fee, January 2026', quantity: 1, price_sen: 32_000, amount_sen: 32_000 },
  { name: 'Transport, morning and afternoon', quantity: 1, price_sen: 6_000, amount_sen: 6_000 },
  { name: 'Exercise book, square', quantity: 4, price_sen: 450, amount_sen: 1_800 },
]

const lineColumns = columnsOf<(typeof lines)[number]>()(
  { key: 'name', label: 'sample.column.name' },
  { key: 'quantity', label: 'sample.column.quantity', kind: 'count' },
  { key: 'price_sen', label: 'sample.column.price', kind: 'money' },
  { key: 'amount_sen', label: 'sample.column.amount', kind: 'money' },
)

const listColumns = columnsOf<(typeof invoices)[number]>()(
  { key: 'number', label: 'sample.column.number' },
  { key: 'student', label: 'sample.column.student' },
  { key: 'due_on', label: 'sample.column.due_on', kind: 'date' },
  { key: 'total_sen', label: 'sample.column.total', kind: 'money', total: true },
  { key: 'status', label: 'sample.column.status', kind: 'status' },
)

/** A pattern the size of a QR code; nothing can read it. */
function SampleCode() {
  const cells = Array.from({ length: 441 }, (_, index) => index).filter((index) => (index * 7919) % 13 < 6)
  return (
    <svg className="qr" viewBox="0 0 21 21" role="img" aria-label="QR code" shapeRendering="crispEdges">
      <path d={cells.map((index) => `M${index % 21} ${Math.floor(index / 21)}h1v1h-1z`).join('')} />
    </svg>
  )
}

export const paperSamples: Sample[] = [
  {
    name: 'paper-invoice',
    sheet: 'paper',
    colour: '#7a1f2b',
    content: (
      <>
        <nav className="paper-tools">
          <a href="/invoice/1">Back to the invoice</a>
          <a href="/invoice/1.pdf">PDF</a>
        </nav>
        <main className="paper">
          <header className="letterhead">
            <img className="logo" src="/favicon.svg" alt="" width="64" height="64" />
            <div>
              <strong>Tadika Sinar Harapan</strong>
              Sinar Harapan Sdn. Bhd. · 202001012345 (1369876-T)
              <br />
              12 Jalan Kenanga 3/1, 40000 Shah Alam, Selangor · +60 3-5510 0000 · pejabat@sinar.test
            </div>
          </header>
          <div className="heading">
            <div>
              <h1>Invoice</h1>
              <p>INV26-00119</p>
            </div>
            <dl className="brief">
              <div>
                <dt>Issued</dt>
                <dd>2 Jan 2026</dd>
              </div>
              <div>
                <dt>Due</dt>
                <dd>9 Jan 2026</dd>
              </div>
              <div>
                <dt>Family code</dt>
                <dd>K7Q2-41P</dd>
              </div>
            </dl>
          </div>
          <div className="parties">
            <section>
              <h2>To</h2>
              <p>
                Azman bin Hashim
                <br />8 Jalan Dahlia 7, 40100 Shah Alam
              </p>
            </section>
            <section>
              <h2>For</h2>
              <p>
                Muhammad Irfan bin Azman
                <br />
                Tahun 1 (pagi), Shah Alam
              </p>
            </section>
          </div>
          <div className="due">
            <Amount sen={37_800} label="To pay" />
            <p>
              <StatusBadge status="overdue" /> since 10 Jan 2026
            </p>
          </div>
          <Table caption="Lines" columns={lineColumns} rows={lines} />
          <Sums
            items={[
              { label: 'Sub-total', sen: 39_800 },
              { label: 'Sibling discount 10%', sen: -2_000 },
            ]}
            total={{ label: 'Total', sen: 37_800 }}
          />
          <div className="pay">
            <SampleCode />
            <div>
              <p>
                <strong>Pay online</strong>
              </p>
              <p>Scan the code, or open sinar.lunas.test/pay/K7Q241P. FPX from any Malaysian bank.</p>
            </div>
          </div>
          <footer>
            <span>Made by computer; valid without a signature.</span>
            <span>Printed 31 Jan 2026, 14:05</span>
          </footer>
        </main>
      </>
    ),
  },
  {
    name: 'paper-list',
    sheet: 'paper',
    content: (
      <main className="paper paper-list">
        <header>
          <p>Tadika Sinar Harapan</p>
          <h1>Invoices</h1>
          <p>10 rows · Issued from 1 Jan 2026</p>
        </header>
        <Table caption="Invoices" columns={listColumns} rows={invoices} totals={{ total_sen: 294_750 }} />
        <footer>Printed 31 Jan 2026, 14:05</footer>
      </main>
    ),
  },
]
