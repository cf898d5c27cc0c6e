import { setTimeout as sleep } from 'node:timers/promises'
import { environment } from '#app/environment.ts'
import { platformMail } from '#app/integrations/mail/settings.ts'
import { sendOnce } from '#jobs/mail/send-letter.ts'
import { runWorker } from '#tests/support/jobs/run-worker.ts'
import type { Handlers } from './handler.ts'

/** They need nothing of the domain: a file with its row, a mail, and one that takes its time. */
const effects: Partial<Handlers> = {
  'document.render': async ({ document_id }, { files, pdf, withTenant }) => {
    const bytes = await pdf.render(`<!doctype html><title>Paper</title><p>document ${document_id} ends`)
    const storage_key = `test/${document_id}.pdf`
    await files.put(storage_key, bytes, 'application/pdf')
    await withTenant((trx) =>
      trx
        .insertInto('stored_file')
        .values({
          id: document_id,
          kind: 'document',
          name: 'paper.pdf',
          content_type: 'application/pdf',
          size_bytes: bytes.length,
          sha256: Buffer.alloc(32),
          storage_key,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute(),
    )
  },
  'receipt.send': async ({ payment_id }, tools) => {
    const to = { address: `${payment_id}@example.test` }
    await sendOnce(tools, platformMail(environment)!, { to, subject: 'Resit', text: 'Terima kasih.' })
  },
  // The payload's last digits are the milliseconds that it takes.
  'invoice.send': async ({ invoice_id }, { withTenant, log }) => {
    log.warn({ invoice_id }, 'begun')
    await sleep(Number(invoice_id.slice(-6)))
    await withTenant((trx) =>
      trx
        .insertInto('sent_mail')
        .values({ key: invoice_id, recipient: 'slow@example.test' })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute(),
    )
  },
}

runWorker(effects)
