import { environment } from '#app/environment.ts'
import { platformMail } from '#app/integrations/mail/settings.ts'
import { deliverMessages } from '#jobs/handlers/messages.ts'
import { sendOnce } from '#jobs/mail/send-letter.ts'
import { runWorker } from '#tests/support/jobs/run-worker.ts'
import { composeAll } from '#tests/support/messaging/composed.ts'

runWorker({
  'message.deliver': deliverMessages({ compose: composeAll }),
  'receipt.send': async ({ payment_id }, tools) => {
    const to = { address: `${payment_id}@other.test` }
    await sendOnce(tools, platformMail(environment)!, { to, subject: 'Resit', text: 'Terima kasih.' })
  },
})
