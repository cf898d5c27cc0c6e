import type { i18n } from 'i18next'
import type { InvoiceDocumentData } from '#app/domain/billing/invoices/invoice-document.ts'
import { paths } from '#app/paths.ts'
import { InvoiceDocument } from '#app/print/InvoiceDocument.tsx'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { ReceiptDocument } from '#app/print/ReceiptDocument.tsx'
import { markupOf } from '#app/print/render.tsx'
import { type PageInfo, PageProvider } from '#app/ui/core/page-context.tsx'
import { SignInPage } from '#app/ui/identity/sign-in/SignInPage.tsx'
import { sampleInvoice, sampleReceipt } from './brand-samples.ts'

/** What families see of the brand, as the markup of each page's body. */
export interface BrandPreviews {
  sign_in: string
  invoice: string
  receipt: string
}

interface About {
  i18n: i18n
  /** As its sign-in page has it, with the pictures of the choice. */
  page: Pick<PageInfo, 'organisation' | 'locale'>
  organisation: InvoiceDocumentData['organisation']
  origin: string
  today: string
}

/**
 * The sign-in page, an invoice and a receipt, drawn by what draws the real ones, of an invented family. Nothing on them
 * leads anywhere: the code leads to where anybody may ask about papers.
 */
export function brandPreviews({ i18n, page, organisation, origin, today }: About): BrandPreviews {
  const { logo } = page.organisation
  const at = origin.replace(/^https?:\/\//, '') + paths.verify.ask()
  const online = { url: origin, qr: qrCode(origin), check: { at, code: 'XXXX-XXXX' } }
  const visitor: PageInfo = {
    ...{
      nonce: '',
      requestId: '',
      side: 'tenant',
      origin,
      path: paths.login(),
      user: null,
      menu: null,
      flash: null,
    },
    ...page,
  }
  return {
    sign_in: markupOf(
      i18n,
      <PageProvider page={visitor}>
        <SignInPage
          title={i18n.t('auth.sign_in')}
          to=""
          forgot={paths.forgot()}
          phone
          registers
          lastResult={undefined}
        />
      </PageProvider>,
    ),
    invoice: markupOf(
      i18n,
      <InvoiceDocument
        data={sampleInvoice(organisation, i18n.t, today)}
        online={online}
        logo={logo}
        duitnow={null}
        einvoices={null}
      />,
    ),
    receipt: markupOf(
      i18n,
      <ReceiptDocument
        data={sampleReceipt(organisation, i18n.t, today)}
        giver={null}
        online={online}
        einvoices={null}
        logo={logo}
      />,
    ),
  }
}
